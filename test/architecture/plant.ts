import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { projectRoot } from './gate.ts'

const copiedSettingsFiles = ['package.json', 'tsconfig.json', 'biome.json', '.gitignore']

/** A small project of these files, path → text, under the settings and packages of this one. It goes when the test is over. */
export const createPlantedProject = (files: Record<string, string>): string => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atalaya-planted-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const file of copiedSettingsFiles) copyFileSync(join(projectRoot, file), join(root, file))
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'), 'dir')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}
