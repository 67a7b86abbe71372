import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { openWorkerThreads, type ThreadJob } from './worker-threads.ts'

const workerFolder = mkdtempSync(join(tmpdir(), 'atalaya-threads-'))
afterAll(() => rmSync(workerFolder, { recursive: true }))

const workerEntry = join(workerFolder, 'worker.ts')
writeFileSync(join(workerFolder, 'package.json'), '{"type":"module"}')
writeFileSync(
  workerEntry,
  `import { parentPort } from 'node:worker_threads'
import { buildRefusal } from ${JSON.stringify(join(import.meta.dirname, 'errors.ts'))}
import { serveThreadJobs } from ${JSON.stringify(join(import.meta.dirname, 'worker-threads.ts'))}
const job = (name, run) => ({ name, run })
serveThreadJobs(parentPort, [
  job('count', function* (most) { for (let n = 1; n <= most; n += 1) yield n }),
  job('refuse', function* () { throw buildRefusal('import.notCsv', { message: 'no' }) }),
  job('fail', function* () { throw new Error('broken') }),
  job('spin', function* () { for (;;); }),
  job('fill', function* () { const all = []; for (;;) all.push(new Array(1000).fill(all.length)) }),
])`,
)
const buildThreadJob = <I, P>(name: string): ThreadJob<I, P> => ({ name, run: () => [] })
const countJob = buildThreadJob<number, number>('count')
const openTestThreads = (limits = {}) => openWorkerThreads(pathToFileURL(workerEntry), limits)
const collectPieces = async <P>(pieces: AsyncIterable<P>): Promise<P[]> => {
  const found: P[] = []
  for await (const piece of pieces) found.push(piece)
  return found
}

describe('worker threads', () => {
  test('a thread yields its pieces in order and passes on refusals and faults', async () => {
    const threads = openTestThreads()
    expect(await collectPieces(threads.stream(countJob, 3))).toEqual([1, 2, 3])
    expect(await threads.run(countJob, 1)).toBe(1)
    await expect(threads.run(buildThreadJob('refuse'), null)).rejects.toMatchObject({
      code: 'import.notCsv',
      message: 'no',
    })
    await expect(threads.run(buildThreadJob('fail'), null)).rejects.toThrow('broken')
    await expect(threads.run(buildThreadJob('unknown'), null)).rejects.toThrow('no job unknown')
  })

  test('refuses work when a thread takes too long, and the next work runs', async () => {
    const threads = openTestThreads({ pieceMs: 2500, threads: 1 })
    await threads.run(countJob, 1)
    await expect(threads.run(buildThreadJob('spin'), null)).rejects.toMatchObject({ code: 'file.tooComplex' })
    expect(await threads.run(countJob, 1)).toBe(1)
  })

  test('refuses work when a thread takes too much memory', async () => {
    await expect(
      openTestThreads({ memory: 32, pieceMs: 5000 }).run(buildThreadJob('fill'), null),
    ).rejects.toMatchObject({
      code: 'file.tooComplex',
    })
  })

  test('refuses work beyond the running and waiting limits', async () => {
    const threads = openTestThreads({ threads: 1, waiting: 1 })
    const first = threads.stream(countJob, 2)
    await first.next()
    const second = threads.run(countJob, 1)
    await expect(threads.run(countJob, 1)).rejects.toMatchObject({ code: 'file.busy' })
    await collectPieces(first)
    expect(await second).toBe(1)
  })

  test('a stream left in the middle frees its thread for the next', async () => {
    const threads = openTestThreads({ threads: 1 })
    for await (const piece of threads.stream(countJob, 5)) if (piece === 2) break
    expect(await collectPieces(threads.stream(countJob, 2))).toEqual([1, 2])
  })
})
