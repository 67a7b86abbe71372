import { type Gate, runTool, toProblems } from '../architecture/gate.ts'

/** Layout and lint rules of biome.json. */
export const formatGate: Gate = {
  name: 'format and lint',
  find: async (root) =>
    toProblems(
      await runTool(root, '@biomejs/biome/bin/biome', [
        'ci',
        '--colors=off',
        '--reporter=github',
        '--max-diagnostics=50',
        '.',
      ]),
    )
      .filter((line) => !line.startsWith('::warning'))
      .map((line) => formatBiomeMessage(line).replace(`${root}/`, '')),
}

/** `::error title=rule,file=path,line=1,...::message` → `path:1 rule: message`. */
const formatBiomeMessage = (line: string): string => {
  const { rule, file, at, message } =
    /^::\w+ title=(?<rule>[^,]*),file=(?<file>[^,]*),line=(?<at>\d+)[^:]*::(?<message>.*)$/.exec(line)?.groups ?? {}
  return file ? `${file}:${at} ${rule}: ${message}` : line
}

/** One checker: several are a little faster where nothing else runs, but each works out again the types that they share. */
export const typesGate: Gate = {
  name: 'types',
  find: async (root) =>
    toProblems(
      await runTool(
        root,
        'typescript/bin/tsc',
        ['--noEmit', '--pretty', 'false', '--checkers', '1', '--project', '.'],
        // It collects no garbage before it has 4 GB: a fifth of its time.
        { env: { GOGC: 'off', GOMEMLIMIT: '4GiB' } },
      ),
    ),
}

type KnipReport = { issues: ({ file: string } & Record<string, { name: string; line?: number }[]>)[] }

/** Files, exports, types and packages that nothing uses, and packages that are used undeclared. */
export const deadCodeGate: Gate = {
  name: 'dead code',
  find: async (root) => {
    const { code, stdout, output } = await runTool(root, 'knip/bin/knip.js', ['--no-progress', '--reporter', 'json'])
    if (!stdout.startsWith('{')) return toProblems({ code, output })
    return (JSON.parse(stdout) as KnipReport).issues.flatMap(({ file, ...kinds }) =>
      Object.entries(kinds).flatMap(([kind, found]) =>
        found.map(({ name, line }) =>
          kind === 'files' ? `${file} is used by nothing` : `${file}:${line ?? 1} ${kind}: ${name}`,
        ),
      ),
    )
  },
}
