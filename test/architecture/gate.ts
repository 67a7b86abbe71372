import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** One rule about the whole project. `find` answers a line for each violation under `root`, naming the file; none means kept. */
export type Gate = { name: string; find: (root: string) => Promise<string[]> }

export const projectRoot = resolve(fileURLToPath(import.meta.url), '../../..')

type ToolOptions = { env?: Record<string, string>; node?: readonly string[] }

/** Runs a tool of this project's node_modules (`script` below it) on another folder. Answers all it wrote, and its exit code. */
export const runTool = (root: string, script: string, args: readonly string[], more: ToolOptions = {}) =>
  new Promise<{ code: number; stdout: string; output: string }>((done) => {
    const file = join(projectRoot, 'node_modules', script)
    const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...more.env }
    const options = { cwd: root, env, maxBuffer: 256 * 1024 * 1024 }
    const child = execFile(process.execPath, [...(more.node ?? []), file, ...args], options, (_, stdout, stderr) =>
      done({ code: child.exitCode ?? 1, stdout, output: stdout + stderr }),
    )
  })

/** What a tool says line by line, if it failed; nothing if it was content. */
export const toProblems = ({ code, output }: { code: number; output: string }): string[] => {
  if (code === 0) return []
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  return lines.length > 0 ? lines : [`the tool ended with ${code} and said nothing`]
}

const maxShownProblems = 60

/** Runs every gate, also after a broken one, with a line for each: name, time, and what it found. Answers the names of the broken ones. */
export const runGates = async (
  gates: readonly Gate[],
  root: string,
  show: (line: string) => void,
): Promise<string[]> => {
  const broken: string[] = []
  for (const { name, find } of gates) {
    const start = performance.now()
    const found = await find(root).catch((error: Error) => [`could not be checked: ${error.stack}`])
    const seconds = ((performance.now() - start) / 1000).toFixed(1).padStart(6)
    const holds = found.length === 0
    show(`${holds ? '✓' : '✗'} ${name.padEnd(28)}${seconds} s${holds ? '' : `  ${found.length} found`}`)
    for (const line of found.slice(0, maxShownProblems)) show(`    ${line}`)
    if (found.length > maxShownProblems) show(`    and ${found.length - maxShownProblems} more`)
    if (!holds) broken.push(name)
  }
  show('')
  show(
    broken.length === 0
      ? `All ${gates.length} gates hold.`
      : `${broken.length} of ${gates.length} gates are broken: ${broken.join(', ')}`,
  )
  return broken
}
