import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '../architecture/gate.ts'

/** The same files under another path. A link to the folder would show them to tools as files outside of the project. */
const linkFiles = (from: string, to: string): void => {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) linkFiles(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else linkSync(source, target)
  }
}

/** A copy of the project, as somebody who has just cloned it: what git knows, and the installed packages. On the same disk, for the links. */
let copy: string
beforeAll(() => {
  mkdirSync(join(projectRoot, '.cache'), { recursive: true })
  copy = mkdtempSync(join(projectRoot, '.cache', 'new-feature-'))
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter(Boolean)) cpSync(join(projectRoot, file), join(copy, file))
  linkFiles(join(projectRoot, 'node_modules'), join(copy, 'node_modules'))
  execFileSync('git', ['init', '-q'], { cwd: copy })
  execFileSync('git', ['add', '-A'], { cwd: copy })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const runNode = (...args: string[]) => {
  const { VITEST, VITEST_WORKER_ID, VITEST_POOL_ID, ...env } = process.env
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

test('a generated feature compiles, and passes its tests and all gates', () => {
  const written = runNode('scripts/new.mjs', 'feature', 'visits', '--job', '--notification', '--es', 'Visitas')
  expect(written.output).toContain('18 files are new, 1 changed.')
  for (const args of [
    ['scripts/check.mjs', '--write'],
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'server/features/visits',
      'test/permissions',
      'test/tidy/job-names.test.ts',
      'server/all-jobs.test.ts',
      'server/features/client-merge',
      'server/features/client-erasures',
      'server/features/personal-data',
    ],
    ['scripts/check.mjs', '--quick'],
  ]) {
    const { status, output } = runNode(...args)
    expect({ args, status, output: status === 0 ? '' : output }).toEqual({ args, status: 0, output: '' })
  }
}, 1_800_000)
