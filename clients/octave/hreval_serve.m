function hreval_serve (fn, varargin)
  % hreval_serve (fn, "name", NAME, "version", VERSION, ...)
  %
  % Answers hreval's questions with a function until there are no more: a heart-rate detector for Octave or MATLAB.
  % Call it at the end of a script, which an experiment of hreval names as
  %
  %   { "command": ["octave-cli", "--quiet", "--no-init-file", "my_detector.m"], "files": ["hreval_serve.m"] }
  %
  % FN is one of
  %
  %   answer = fn (samples, rate)              the first channel of a window, as a column, and its samples per second
  %   answer = fn (samples, rate, parameters)  the same, and a struct with the value of every parameter
  %   answer = fn (window)                     a struct: start, stop (seconds after the recording's first sample),
  %                                            channels, rates, times (structs by channel), parameters
  %
  % and gives back one of
  %
  %   71.8               a rate, in beats per minute
  %   [71.8, 0.9]        a rate and a confidence from 0 to 1
  %   struct             with the fields bpm and, where there are some, confidence and beats (times in seconds)
  %   [], 'too noisy'    no rate (and why)
  %
  % Missing samples are NaN. An error makes its window fail. What FN prints goes to standard error. Further options,
  % in the words of docs/reference/programs/protocol.md: channels, optionalChannels (cells of names), sampleRate, samples,
  % rangeBPM, measurands, chanceWithinBPM, and
  %
  %   "parameters", {struct("name", "order", "default", 3, "range", [1, 8], "integer", true), ...}

  about = struct ();
  for k = 1:2:numel (varargin) - 1
    about.(varargin{k}) = varargin{k + 1};
  end
  if ~ isfield (about, 'name') || ~ isfield (about, 'version') || mod (numel (varargin), 2) ~= 0
    error ('hreval_serve: options are pairs, and "name" and "version" must be among them');
  end
  about.frames = 'json';
  for list = {'channels', 'optionalChannels', 'measurands', 'parameters'}
    if isfield (about, list{1}) && ~ iscell (about.(list{1}))
      about.(list{1}) = {about.(list{1})};
    end
  end

  reader = open_input ();
  begun = [];
  while true
    line = next_line (reader);
    if ~ ischar (line)
      return
    end
    message = jsondecode (line);
    if isfield (message, 'hreval')
      if message.hreval ~= 1
        error ('hreval_serve: this client speaks version 1 of the protocol');
      end
      say (about);
    elseif isfield (message, 'begin')
      begun = message;
      if ~ isfield (begun, 'parameters') || ~ isstruct (begun.parameters)
        begun.parameters = struct ();
      end
      begun.channels = cellstr (begun.channels);
      say (struct ('begin', message.begin));
    else
      say (answer_to (fn, message, begun));
    end
  end
end

function answer = answer_to (fn, message, begun)
  window = struct ('start', message.start, 'stop', stop_of (message), 'parameters', begun.parameters);
  for k = 1:numel (begun.channels)
    name = begun.channels{k};
    samples = column (message.samples.(name));
    rate = begun.sampleRate;
    if isfield (begun, 'sampleRates') && isfield (begun.sampleRates, name)
      rate = begun.sampleRates.(name);
    end
    window.channels.(name) = samples;
    window.rates.(name) = rate;
    if isfield (message, 'times') && isfield (message.times, name)
      window.times.(name) = column (message.times.(name));
    else
      window.times.(name) = (ceil (message.start * rate - 1e-6) + (0:numel (samples) - 1)') / rate;
    end
  end
  given = [];
  try
    switch nargin (fn)
      case 1
        call = @() fn (window);
      case 2
        call = @() fn (window.channels.(begun.channels{1}), window.rates.(begun.channels{1}));
      otherwise
        call = @() fn (window.channels.(begun.channels{1}), window.rates.(begun.channels{1}), window.parameters);
    end
    % What it prints must not stand between the answers.
    printed = evalc ('given = call ();');
    if ~ isempty (printed)
      fprintf (2, '%s', printed);
    end
    answer = checked (given, message.id);
  catch problem
    fprintf (2, '%s\n', problem.message);
    answer = struct ('id', message.id, 'error', problem.message);
  end
end

function answer = checked (given, id)
  if ischar (given)
    answer = struct ('id', id, 'abstain', given);
    return
  end
  if isempty (given)
    answer = struct ('id', id, 'abstain', 'no rate');
    return
  end
  if ~ isstruct (given)
    if ~ isnumeric (given) || numel (given) > 2
      error ('the answer is neither a rate nor [rate, confidence]');
    end
    numbers = double (given);
    given = struct ('bpm', numbers(1));
    if numel (numbers) == 2
      given.confidence = numbers(2);
    end
  end
  if ~ isfield (given, 'bpm') || ~ isscalar (given.bpm) || ~ isreal (given.bpm) || ~ (given.bpm > 0 && given.bpm < Inf)
    error ('the rate is not a finite number above 0');
  end
  answer = struct ('id', id, 'bpm', double (given.bpm));
  if isfield (given, 'confidence') && ~ isempty (given.confidence) && ~ isnan (given.confidence)
    if given.confidence < 0 || given.confidence > 1
      error ('the confidence is not from 0 to 1');
    end
    answer.confidence = double (given.confidence);
  end
  if isfield (given, 'beats') && ~ isempty (given.beats)
    if ~ all (isfinite (given.beats(:))) || any (diff (given.beats(:)) <= 0)
      error ('the times of beats are not finite and rising');
    end
    answer.beats = num2cell (double (given.beats(:)'));
  end
end

function values = column (values)
  % A list in which every sample is missing comes as a cell.
  if iscell (values)
    values(cellfun (@isempty, values)) = {NaN};
    values = cell2mat (values);
  end
  values = double (values(:));
end

function stop = stop_of (message)
  % "end" is a word of the language, so the field has another name.
  if isfield (message, 'xEnd')
    stop = message.xEnd;
  else
    stop = message.('end');
  end
end

function reader = open_input ()
  if exist ('OCTAVE_VERSION', 'builtin')
    reader = stdin ();
  else
    % MATLAB does not read standard input by itself; its Java does.
    reader = java.io.BufferedReader (java.io.InputStreamReader (java.lang.System.in, 'UTF-8'), 2 ^ 20);
  end
end

function line = next_line (reader)
  if isnumeric (reader)
    % Not fgetl, which would wait for the first letter of the next line.
    [line, count] = fscanf (reader, ' %[^\n]', 'C');
    if count == 0
      line = -1;
    end
  else
    line = reader.readLine ();
    if isempty (line) && ~ isa (line, 'java.lang.String')
      line = -1;
    else
      line = char (line);
    end
  end
end

function say (message)
  % One line: line feeds in texts are escaped by jsonencode.
  fprintf (1, '%s\n', jsonencode (message));
  if exist ('OCTAVE_VERSION', 'builtin')
    fflush (stdout ());
  end
end
