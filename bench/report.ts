import { arch, cpus, platform, release, totalmem } from 'node:os'
import type { Bench, SeedingResult } from './home.ts'
import { type BenchResult, formatTarget, meetsTarget, type ResultSection } from './result.ts'

const formatNumber = (value: number | undefined, digits = 1): string =>
  value === undefined ? '' : value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(digits)

const formatCells = (result: BenchResult): string[] => {
  const { what, times, value, unit, ratio, ofIdeal, ofFloor, note } = result
  const held = meetsTarget(result)
  const figures = times
    ? [formatNumber(times.median), formatNumber(times.p95), formatNumber(times.p99), formatNumber(times.rate)]
    : [value === undefined ? '' : `${formatNumber(value, 2)} ${unit ?? ''}`.trim(), '', '', '']
  const verdict = held === undefined ? '' : held ? 'pass' : 'MISS'
  const ratios = [ratio, ofIdeal, ofFloor].map((one) => one?.toFixed(2) ?? '')
  return [what, ...figures, ...ratios, formatTarget(result), verdict, note ?? '']
}

const tableHeadings = [
  '',
  'median ms or value',
  'p95',
  'p99',
  'a second',
  'of limit',
  'of ideal',
  'of floor',
  'bar',
  '',
  '',
]

/** The sections as text for a terminal, columns under each other. */
export const formatText = (sections: readonly ResultSection[]): string =>
  sections
    .map(({ title, results }) => {
      const rows = [tableHeadings, ...results.map(formatCells)]
      const widths = tableHeadings.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)))
      const lines = rows.map((row) =>
        row
          .map((cell, n) => (n > 0 && n < 8 ? cell.padStart(widths[n]!) : cell.padEnd(widths[n]!)))
          .join('  ')
          .trimEnd(),
      )
      return `\n${title}\n${lines.join('\n')}`
    })
    .join('\n')

const formatTable = ({ title, results }: ResultSection): string =>
  [
    `## ${title}`,
    '',
    `| ${tableHeadings.join(' | ')} |`,
    '|---|--:|--:|--:|--:|--:|--:|--:|---|---|---|',
    ...results.map((result) => `| ${formatCells(result).join(' | ')} |`),
  ].join('\n')

/** What making the data took: its bars count as all others. */
export const describeSeeding = (seeded: SeedingResult): ResultSection => ({
  title: `Making the data of size ${seeded.size}`,
  results: [
    {
      what: 'seeding, with indexes and statistics',
      value: seeded.seconds / 60,
      unit: 'min',
      ...(seeded.size === 'L' ? { target: { statistic: 'value', maximum: 6 } as const } : {}),
      note: `on ${seeded.at.slice(0, 10)}, once; the data is kept`,
    },
    {
      what: 'size of the database',
      value: seeded.gigabytes,
      unit: 'GB',
      ...(seeded.size === 'L' ? { target: { statistic: 'value', maximum: 8 } as const } : {}),
    },
    { what: 'memory of the seeding process, at most', value: seeded.megabytes, unit: 'MB' },
  ],
})

const describeMachine = async ({ owner, seeded }: Bench): Promise<string[]> => {
  const { rows } = await owner.query<{ version: string; fsync: string; commit: string }>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`,
  )
  const { version, fsync, commit } = rows[0]!
  const count = (value: number): string => value.toLocaleString('en')
  return [
    `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}`,
    `Node ${process.versions.node}; PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit}`,
    `size ${seeded.size}: ${count(seeded.clients)} clients, ${count(seeded.accounts)} accounts, ${count(seeded.movements)} movements, ${count(seeded.employees)} employees in one prefix`,
  ]
}

/** The page of figures, as `npm run bench` leaves it. */
export const formatPage = async (bench: Bench, sections: readonly ResultSection[], load: string): Promise<string> => {
  const machine = await describeMachine(bench)
  const judged = sections.flatMap(({ results }) => results).filter((result) => result.target)
  const missed = judged.filter((result) => !meetsTarget(result))
  return `${[
    '# Performance',
    `Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC. Do not edit: run it again.`,
    machine.map((one) => `- ${one}`).join('\n'),
    [
      'Calls go over HTTP to the production build, with server, PostgreSQL and load on the same machine.',
      'The load comes from a second process over kept connections, and each caller has a session of their own.',
      `Load of the machine before: ${load}.`,
      '"Of limit" is our rate divided by that of the same SQL, prepared and sent straight to PostgreSQL.',
      'It uses the same driver over as many connections, in the same run.',
      '"Of ideal" divides by one or two statements by hand on tables that hold the shown columns alone, under their own index.',
      '"Of floor" divides by a call that checks the session and reads one row by key.',
      '`bench/` holds the code, `npm run bench -- seed` makes the data once.',
    ].join('\n'),
    `**${judged.length - missed.length} of ${judged.length} bars are held.**${missed.length > 0 ? ' Missed:' : ''}`,
    ...(missed.length > 0 ? [missed.map(({ what }) => `- ${what}`).join('\n')] : []),
    ...sections.map(formatTable),
  ].join('\n\n')}\n`
}

/** Bars that were missed, one line each. */
export const listMissedTargets = (sections: readonly ResultSection[]): string[] =>
  sections.flatMap(({ title, results }) =>
    results.filter((result) => meetsTarget(result) === false).map(({ what }) => `${title}: ${what}`),
  )
