import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Package {
  bin?: Record<string, string>
  hasInstallScript?: boolean
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, Package>
}

test('the lock file has a Node for each platform, and no other command called node', () => {
  const bringing = Object.keys(packages).filter(path => packages[path]?.bin?.node)
  expect(bringing).toEqual(['linux-arm64', 'linux-x64', 'win-x64'].map(one => `node_modules/node-${one}`))
})

// npm 11 warns of the others at every install, and npm 12 does not run them.
test('every package with an install script is named in allowScripts of package.json', () => {
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: object }
  const withScript = Object.keys(packages).filter(path => path !== '' && packages[path]?.hasInstallScript)
  expect(Object.keys(allowScripts)).toEqual(withScript.map(path => path.replace('node_modules/', '')))
})
