import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from './install.mjs'

/** Whoever changes anything sees who may do what. */
const always = 'test/permissions/'

/**
 * What was asked for on the command line: the circle, the shard as vitest takes it, and the paths that are named. `changed` is the commit to
 * compare with, 'HEAD' where none is named, undefined where it wasn't asked for.
 */
export const flagsOf = (args) => {
  const changed = args.find((arg) => /^--changed(=|$)/.test(arg))
  return {
    fast: args.includes('--fast'),
    full: args.includes('--full'),
    shard: args.find((arg) => arg.startsWith('--shard=')),
    changed: changed === undefined ? undefined : changed.slice('--changed='.length) || 'HEAD',
    words: args.filter((arg) => !/^--(fast|full|shard=.*|changed(=.*)?)$/.test(arg)),
  }
}

/** The test files that import what has changed since `commit`, and those of the permissions. Rejects where git doesn't know the commit. */
export const changedTests = async (commit, { vitest, env }) => {
  const args = [vitest, 'list', '--filesOnly', '--json', `--changed=${commit}`]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env, maxBuffer: 16 * 1024 * 1024 })
  const files = JSON.parse(stdout.slice(stdout.indexOf('[')))
  return [...new Set(files.map(({ file }) => file)), always]
}
