% Reads a run's windows.h5 and prints the mean absolute error of every detector in every scenario.
%
%   windows('reports/demo/windows.h5')
%
% In MATLAB one column is one line:
%
%   errors = h5read('windows.h5', '/windows/errorBPM');
%
% Octave has no h5read; there one line gives all columns: f = load('windows.h5'); errors = f.windows.errorBPM;
% Octave 7 reads words in plain ASCII only; where others are among them, load('windows.h5', 'windows') gives the rest.
% Tried with Octave 7.3.
function windows(path)
  errors = column(path, 'errorBPM');
  scenarios = words(path, 'scenario');
  detectors = words(path, 'detector');
  scenario = column(path, 'scenario') + 1;
  detector = column(path, 'detector') + 1;
  for s = 2:numel(scenarios)
    for d = 2:numel(detectors)
      mine = scenario == s & detector == d;
      if ~any(mine), continue; end
      known = errors(mine & ~isnan(errors));
      if isempty(known), mean_error = ''; else, mean_error = sprintf('%.17g', mean(abs(known))); end
      show_row(scenarios{s}, detectors{d}, numel(known), mean_error);
    end
  end
end

function values = column(path, name)
  if exist('OCTAVE_VERSION', 'builtin')
    file = load(path);
    values = file.windows.(name);
  else
    values = h5read(path, ['/windows/' name]);
  end
  values = double(values(:));
end

% The first one is the empty word; code 0 means it, so 1 is added to codes.
function all = words(path, name)
  if exist('OCTAVE_VERSION', 'builtin')
    file = load(path);
    all = file.words.(name);
  else
    all = h5read(path, ['/words/' name]);
  end
  all = deblank(cellstr(all));
end

function show_row(scenario, detector, count, mean_error)
  fprintf('%s\t%s\t%d\t%s\n', scenario, detector, count, mean_error);
end
