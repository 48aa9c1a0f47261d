function answer = largest_peak (samples, rate, parameters)
  % Heart rate by the largest peak of the spectrum.
  there = isfinite (samples);
  if sum (there) < 4 * rate
    answer = 'too short';
    return
  end
  at = (1:numel (samples))';
  samples = interp1 (at(there), samples(there), at, 'linear', mean (samples(there)));
  count = 2 ^ nextpow2 (8 * numel (samples));
  window = 0.5 - 0.5 * cos (2 * pi * (0:numel (samples) - 1)' / numel (samples));
  spectrum = abs (fft ((samples - mean (samples)) .* window, count)) .^ 2;
  frequencies = (0:count - 1)' * rate / count;
  band = find (frequencies >= parameters.lowHz & frequencies <= parameters.highHz);
  [height, place] = max (spectrum(band));
  if height <= 0
    answer = 'flat';
    return
  end
  peak = frequencies(band(place));
  near = abs (frequencies(band) - peak) < 0.15;
  answer = [60 * peak, sum(spectrum(band(near))) / sum(spectrum(band))];
end
