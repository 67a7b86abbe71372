import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { benchPrefix } from '#bench/home.ts'
import { signInAs } from '#bench/people.ts'
import type { BenchResult, ResultSection } from '#bench/result.ts'
import type { CaseTools } from './case.ts'

/** How others are answered while one file is worked on. */
const latencyTarget = { statistic: 'value', maximum: 200 } as const
/** Threads that were busy have ended by then, and their memory is free. */
const pauseSeconds = 45
/** What the process may have grown by once all is over, in MB. */
const maxRemainingMegabytes = 80

type Upload = { path: string; type: string; content: Buffer }
/** `check`: what was uploaded is checked too. `ofStaff`: sent by a member of staff. */
type HostileFileCase = { description: string; uploads: Upload[]; check?: true; isFromStaff?: true }

const buildImportUpload = (content: string): Upload => ({
  path: '/api/v1/imports?kind=movements&fileName=a.csv',
  type: 'application/octet-stream',
  content: Buffer.from(content),
})
const buildStatementUpload = (content: string): Upload => ({
  path: '/api/v1/bank/statements?fileName=a.xml',
  type: 'application/octet-stream',
  content: Buffer.from(content),
})

/** Little in it, and much to unfold: a progressive JPEG can't be read row by row. */
const buildPictureUpload = async (side: number): Promise<Upload> => {
  const create = { width: side, height: side, channels: 3, background: '#c40' } as const
  const content = await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  return { path: '/api/v1/me/picture', type: 'image/jpeg', content }
}

const buildRepeatedLine = (number: string): string => `${number};01/02/2024;1,00;one and the same`

const buildHostileFiles = async (number: string): Promise<HostileFileCase[]> => {
  const macRows = Array.from({ length: 60_000 }, (_, n) => `${number};01/02/2024;1.234,56;text of payment ${n}`)
  const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}="x"`)
  const most = await buildPictureUpload(4000)
  return [
    {
      description: 'CSV of 3,000 rows with one reference, and its check',
      uploads: [
        buildImportUpload(
          ['Cuenta;Fecha;Importe;Referencia', ...Array(3000).fill(buildRepeatedLine(number)), ''].join('\r\n'),
        ),
      ],
      check: true,
    },
    {
      description: 'CSV of 250,002 fields in a line',
      uploads: [buildImportUpload(`"a";${'b;'.repeat(250_000)}c\r\n1;2\r\n`)],
    },
    {
      description: 'CSV of 60,000 lines that end in a lone CR, and its check',
      uploads: [buildImportUpload(`Cuenta;Fecha;Importe;Concepto\r${macRows.join('\r')}\r`)],
      check: true,
    },
    {
      description: 'statement of 200,000 attributes',
      uploads: [buildStatementUpload(`<Document ${attributes.join(' ')}/>`)],
    },
    {
      description: 'three statements of 4 MB that never end',
      uploads: [
        buildStatementUpload(`<!--${'-'.repeat(4_000_000)}`),
        buildStatementUpload(`<Document a="${'x'.repeat(4_000_000)}`),
        buildStatementUpload(`<Document${' '.repeat(4_000_000)}/>`),
      ],
    },
    {
      description: 'progressive picture of 50 megapixels',
      uploads: [await buildPictureUpload(7071)],
      isFromStaff: true,
    },
    {
      description: 'eight progressive pictures of 16 megapixels at once',
      uploads: Array(8).fill(most),
      isFromStaff: true,
    },
  ]
}

/** Asks /livez over and over until told to stop; answers the longest that it took, in ms. */
const watchLiveness = (url: string) => {
  let going = true
  let longest = 0
  const done = (async () => {
    while (going) {
      const begin = performance.now()
      await fetch(`${url}/livez`).then((answer) => answer.text())
      longest = Math.max(longest, performance.now() - begin)
      await sleep(5)
    }
  })()
  return async (): Promise<number> => {
    going = false
    await done
    return longest
  }
}

const sendUpload = async (url: string, token: string, { path, type, content }: Upload) => {
  const headers = { authorization: `JWT ${token}`, 'content-type': type }
  const answer = await fetch(url + path, { method: 'POST', headers, body: new Uint8Array(content) })
  return { status: answer.status, body: (await answer.json()) as { id?: string; code?: string } }
}

/** Checks a draft and waits until that is over, however long. */
const checkImport = async (url: string, token: string, importId: string): Promise<void> => {
  const headers = { authorization: `JWT ${token}` }
  const at = `${url}/api/v1/imports/${importId}`
  let answer = await fetch(`${at}/check`, { method: 'POST', headers })
  for (;;) {
    const { checking } = (await answer.json()) as { checking?: boolean }
    if (!checking) return
    await sleep(200)
    answer = await fetch(at, { headers })
  }
}

const measureHostileFile = async (
  { server }: CaseTools,
  token: string,
  { description, uploads, check: checked }: HostileFileCase,
): Promise<BenchResult> => {
  const { url } = server
  const stop = watchLiveness(url)
  const begin = performance.now()
  const answers = await Promise.all(
    uploads.map(async (upload) => {
      const { status, body } = await sendUpload(url, token, upload)
      if (status >= 500 && body.code !== 'file.busy') throw new Error(`${description}: answered ${status} ${body.code}`)
      if (checked && body.id) await checkImport(url, token, body.id)
      return body.code ?? String(status)
    }),
  )
  const seconds = (performance.now() - begin) / 1000
  const value = await stop()
  const note = `answered in ${seconds.toFixed(1)} s: ${[...new Set(answers)].join(', ')}`
  return { what: `slowest answer to others: ${description}`, value, unit: 'ms', target: latencyTarget, note }
}

/** The worst file of each kind that the product takes, and what others notice of it. */
export const hostileFilesCase = async (tools: CaseTools): Promise<ResultSection[]> => {
  const { bench, server, progress } = tools
  // Pictures are for members of staff, whom an administrator need not be one of.
  const { token } = await signInAs(bench, 'admin')
  const { token: isFromStaff } = await signInAs(bench, 'manager')
  const { rows } = await bench.owner.query<{ number: string }>(
    `select number from ${benchPrefix}.account where number is not null order by id limit 1`,
  )
  const before = server.memory().now
  const results: BenchResult[] = []
  for (const hostile of await buildHostileFiles(rows[0]!.number)) {
    progress(hostile.description)
    results.push(await measureHostileFile(tools, hostile.isFromStaff ? isFromStaff : token, hostile))
  }
  const { peak: most } = server.memory()
  await sleep(pauseSeconds * 1000)
  const { now } = server.memory()
  const note = `${before.toFixed(0)} MB before, ${most.toFixed(0)} MB at most, ${now.toFixed(0)} MB ${pauseSeconds} s later`
  results.push({
    what: 'memory that stays taken after them',
    value: Math.max(now - before, 0),
    unit: 'MB',
    target: { statistic: 'value', maximum: maxRemainingMegabytes },
    note,
  })
  return [{ title: 'Files that are made to do harm', results }]
}
