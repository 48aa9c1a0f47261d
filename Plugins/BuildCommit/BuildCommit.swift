import Foundation
import PackagePlugin

/// Passes the commit of the sources to the program. Runs before every build; an unchanged commit is not written
/// again.
@main
struct BuildCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let folder = context.pluginWorkDirectoryURL.appending(path: "commit")
    return [
      .prebuildCommand(
        displayName: "Commit of the sources", executable: URL(filePath: "/bin/sh"),
        arguments: [
          package.appending(path: "Plugins/BuildCommit/commit.sh").path, package.path, folder.path,
        ],
        outputFilesDirectory: folder)
    ]
  }
}
