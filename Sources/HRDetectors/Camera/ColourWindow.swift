internal import HRPlugins

/// The one parameter of methods that take a statistic over some seconds of colours.
///
/// The toolboxes take it over their whole input: rPPG-Toolbox the whole video, pyVHR cuts of 6 s. Windows keep a method
/// from using samples up to the recording's end; 600 s are the whole of most recordings.
struct ColourWindow: ParameterSet {
  var windowSeconds = 6.0

  init() {}

  static let table: [Parameter<Self>] = [
    Parameter(
      "windowSeconds", \.windowSeconds, in: 1...600,
      "Length of the windows, which overlap by half; 6 as in pyVHR.")
  ]
}
