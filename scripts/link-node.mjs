import { existsSync, linkSync, symlinkSync } from 'node:fs'
import { relative } from 'node:path'

// Runs after every install, in any version of Node, so it is JavaScript. A package brings the Node that everything else
// runs in. npm before version 11 removes its command with the packages of other platforms, so this links it again.

const { platform, arch, versions } = process
const ending = platform === 'win32' ? '.exe' : ''
const binary = `node_modules/node-${ending ? 'win' : platform}-${arch}/bin/node${ending}`
const command = `node_modules/.bin/node${ending}`
const [major = 0, minor = 0] = versions.node.split('.').map(Number)

if (existsSync(binary)) {
  if (existsSync(command)) process.exit()
  if (ending) linkSync(binary, command)
  else symlinkSync(relative('node_modules/.bin', binary), command)
} else if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `No Node comes along for ${platform} ${arch}: please install Node 22.18 or newer first\n`,
  )
  process.exitCode = 1
}
