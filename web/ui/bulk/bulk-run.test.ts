import { describe, expect, test } from 'vitest'
import { type BulkRun, continueRun, retryRefused, type SendBulk, startRun } from './bulk-run.ts'

const rows = Array.from({ length: 120 }, (_, n) => ({ id: String(n), name: `Cliente ${n}` }))
const isNeverStopped = () => false

const record = async (begun: BulkRun, send: SendBulk, isStopped = isNeverStopped) => {
  const seen: BulkRun[] = []
  await continueRun(begun, send, (run) => seen.push(run), isStopped)
  return seen
}
const doAll: SendBulk = async (ids) => ({ results: ids.map((id) => ({ id, code: null })) })

describe('a run of a bulk action', () => {
  test('sends parts of fifty and tells how far it is after each', async () => {
    const seen = await record(startRun(rows), doAll)
    expect(seen.map(({ state, results }) => [state, results.length])).toEqual([
      ['running', 0],
      ['running', 50],
      ['running', 100],
      ['running', 120],
      ['done', 120],
    ])
  })

  test('stops between two parts, and goes on with what remains', async () => {
    let calls = 0
    const count: SendBulk = (ids) => {
      calls++
      return doAll(ids)
    }
    const stopped = (await record(startRun(rows), count, () => calls === 1)).at(-1)!
    expect([stopped.state, stopped.results.length]).toEqual(['paused', 50])
    const resumed = (await record(stopped, count)).at(-1)!
    expect([resumed.state, resumed.results.length, calls]).toEqual(['done', 120, 3])
  })

  test('sends a part again whose call failed as a whole', async () => {
    const sent: string[] = []
    let fails = true
    const flaky: SendBulk = async (ids) => {
      sent.push(ids[0]!)
      if (ids[0] === '50' && fails) {
        fails = false
        throw new Error('no connection')
      }
      return doAll(ids)
    }
    const broken = (await record(startRun(rows), flaky)).at(-1)!
    expect(broken).toMatchObject({ state: 'paused', failure: new Error('no connection') })
    expect((await record(broken, flaky)).at(-1)).toMatchObject({ state: 'done', failure: null })
    expect(sent).toEqual(['0', '50', '50', '100'])
  })

  test('tries the refused rows again, and no others', async () => {
    const refuse: SendBulk = async (ids) => ({
      results: ids.map((id) => ({ id, code: id === '7' ? 'notFound' : null })),
    })
    const done = (await record(startRun(rows), refuse)).at(-1)!
    expect(retryRefused(done)).toMatchObject({ rows: [{ id: '7', name: 'Cliente 7' }], results: [] })
  })
})
