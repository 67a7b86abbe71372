import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ProgressReporter } from '#db/progress.ts'
import { findProjectRoot } from '#server/core/config.ts'
import { agendaCase } from './cases/agenda.ts'
import type { CaseTools } from './cases/case.ts'
import { clientCase } from './cases/client.ts'
import { clientReportCase } from './cases/client-report.ts'
import { documentCase } from './cases/document.ts'
import { exportCase } from './cases/export.ts'
import { figuresCase } from './cases/figures.ts'
import { hostileFilesCase } from './cases/hostile-files.ts'
import { importCase } from './cases/import.ts'
import { interestCase } from './cases/interest.ts'
import { lighthouseCase } from './cases/lighthouse.ts'
import { listCase } from './cases/list.ts'
import { mappedImportCase } from './cases/mapped-import.ts'
import { postingCase } from './cases/posting.ts'
import { searchCase } from './cases/search.ts'
import { measureStart } from './cases/start.ts'
import { textFilterCase } from './cases/text-filter.ts'
import { verifyCase } from './cases/verify.ts'
import { webCase } from './cases/web.ts'
import { writesCase } from './cases/writes.ts'
import { type BenchSize, openBench } from './home.ts'
import { profileCall, profileNames } from './profile.ts'
import { describeSeeding, formatPage, formatText, listMissedTargets } from './report.ts'
import type { ResultSection } from './result.ts'
import { startServer } from './server.ts'
import { waitUntilQuiet } from './wait-until-quiet.ts'

/** In the order in which they run: what reads first, what writes last. */
const cases: Record<string, (tools: CaseTools) => Promise<ResultSection[]>> = {
  list: listCase,
  text: textFilterCase,
  search: searchCase,
  agenda: agendaCase,
  figures: figuresCase,
  client: clientCase,
  document: documentCase,
  report: clientReportCase,
  web: webCase,
  lighthouse: lighthouseCase,
  export: exportCase,
  hostile: hostileFilesCase,
  import: importCase,
  mapped: mappedImportCase,
  posting: postingCase,
  writes: writesCase,
  interest: interestCase,
  verify: verifyCase,
}
const caseNames = ['start', ...Object.keys(cases)]

const usage = `npm run bench -- [seed] [--size S|L] [--only ${caseNames.join(',')}] [--seconds N] [--out FILE] [--profile ${profileNames.join('|')}]
  seed       only make the data, once; without it the bench makes what is missing
  --size     L, on which the bars stand (200,000 clients), or S (5,000)
  --only     some of the cases; then docs/PERFORMANCE.md is left as it is, unless --out names a file
  --seconds  how long each load of sixteen at once lasts; 5 if missing
  --profile  nothing else: where the time of one call goes, in node, in PostgreSQL planning and executing, and in round trips
Data is kept under .atalaya-bench, or where ATALAYA_BENCH_HOME says.
`

const progress: ProgressReporter = (step, done, total) => {
  const share = done !== undefined && total ? `: ${Math.floor((done / total) * 100)} %` : ''
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[2K${step}${share}` : `${step}${share}\n`)
}

const parseArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      size: { type: 'string', default: 'L' },
      only: { type: 'string' },
      seconds: { type: 'string', default: '5' },
      out: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const only = values.only?.split(',') ?? caseNames
  const wrong = [
    ...(['S', 'L'].includes(values.size) ? [] : [`--size ${values.size}`]),
    ...only.filter((name) => !caseNames.includes(name)).map((name) => `--only ${name}`),
    ...(Number(values.seconds) > 0 ? [] : [`--seconds ${values.seconds}`]),
    ...(values.profile && !profileNames.includes(values.profile) ? [`--profile ${values.profile}`] : []),
    ...positionals.filter((word) => word !== 'seed'),
  ]
  const size = values.size as BenchSize
  const { help, out, profile } = values
  return {
    wrong,
    help,
    out,
    profile,
    size,
    only,
    seconds: Number(values.seconds),
    seedOnly: positionals.includes('seed'),
    all: !values.only,
  }
}

/** A case that breaks off is a missed bar; the others are measured all the same. */
const toFailedSection =
  (name: string) =>
  (error: Error): ResultSection[] => {
    process.stderr.write(`${error.stack}\n`)
    return [
      {
        title: name,
        results: [
          {
            what: 'broken off by an error',
            note: error.message.split('\n')[0]!,
            target: { statistic: 'value', minimum: 0 },
          },
        ],
      },
    ]
  }

/** Start is measured while nothing has the data open; everything else on one server. */
const runCases = async ({ size, only, seconds, out, all }: ReturnType<typeof parseArguments>): Promise<number> => {
  const load = loadavg()[0]!.toFixed(1)
  const sections: ResultSection[] = []
  const first = await openBench(size, progress)
  await first.end()
  if (only.includes('start')) {
    progress('Start of the built product')
    sections.push(await measureStart(first.home))
  }
  const bench = await openBench(size, progress)
  const server = await startServer(bench.home)
  try {
    for (const [name, run] of Object.entries(cases))
      if (only.includes(name)) {
        await waitUntilQuiet(bench, progress)
        sections.push(...(await run({ bench, server, size, seconds, progress }).catch(toFailedSection(name))))
      }
    const { now, peak: most } = server.memory()
    const results = [
      { what: 'memory of the web process after all of it', value: now, unit: 'MB' },
      { what: 'the most it ever held', value: most, unit: 'MB' },
    ]
    sections.push({ title: 'The web process', results })
    sections.push(describeSeeding(bench.seeded))
    progress('')
    process.stdout.write(`${formatText(sections)}\n`)
    const file = out ?? (all && size === 'L' ? join(findProjectRoot(), 'docs', 'PERFORMANCE.md') : undefined)
    if (file) writeFileSync(file, await formatPage(bench, sections, load))
  } finally {
    await server.stop()
    await bench.end()
  }
  const missed = listMissedTargets(sections)
  process.stdout.write(
    missed.length > 0 ? `\nMissed:\n${missed.map((one) => `  ${one}`).join('\n')}\n` : '\nEvery bar is held.\n',
  )
  return missed.length > 0 && size === 'L' ? 1 : 0
}

const printProfile = async (size: BenchSize, name: string): Promise<number> => {
  const bench = await openBench(size, progress)
  const server = await startServer(bench.home)
  try {
    await waitUntilQuiet(bench, progress)
    const text = await profileCall(bench, server, name)
    progress('')
    process.stdout.write(`${text}\n`)
    return 0
  } finally {
    await server.stop()
    await bench.end()
  }
}

const main = async (): Promise<number> => {
  const words = parseArguments()
  if (words.help || words.wrong.length > 0) {
    process.stderr.write(`${words.wrong.map((word) => `Can't use ${word}\n`).join('')}${usage}`)
    return words.help ? 0 : 2
  }
  if (words.profile) return printProfile(words.size, words.profile)
  if (!words.seedOnly) return runCases(words)
  const bench = await openBench(words.size, progress)
  await bench.end()
  process.stdout.write(`${JSON.stringify(bench.seeded, null, 2)}\n`)
  return 0
}

process.exitCode = await main()
