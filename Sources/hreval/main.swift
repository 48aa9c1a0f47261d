import HRCommands

HRevalCommand.main()
