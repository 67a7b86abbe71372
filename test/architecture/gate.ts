import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One rule about the whole project. `find` answers a line for each violation under `root`, naming the file; none means kept. */
export type Gate = { name: string; find: (root: string) => Promise<string[]> }

export const projectRoot = resolve(fileURLToPath(import.meta.url), '../../..')

/** Runs a tool of this project's node_modules (`script` below it) on another folder. Answers all it wrote, and its exit code. */
export const runTool = (root: string, script: string, args: readonly string[], nodeArgs: readonly string[] = []) =>
  new Promise<{ code: number; stdout: string; output: string }>((done) => {
    const file = join(projectRoot, 'node_modules', script)
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' }
    const options = { cwd: root, env, maxBuffer: 256 * 1024 * 1024 }
    const child = execFile(process.execPath, [...nodeArgs, file, ...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, stdout, output: stdout + stderr }),
    )
  })

/** What a tool says line by line, if it failed; nothing if it was content. */
export const complaints = ({ code, output }: { code: number; output: string }): string[] => {
  if (code === 0) return []
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 0 ? lines : [`the tool ended with ${code} and said nothing`]
}
