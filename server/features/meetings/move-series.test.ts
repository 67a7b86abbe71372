import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MeetingRow, moveMeeting } from '#contract/meetings.ts'
import { createSeriesFixture, type SeriesFixture, weekly } from './test-series.ts'

let f: SeriesFixture
beforeAll(async () => {
  f = await createSeriesFixture()
})
afterAll(() => f?.t.drop())
beforeEach(() => f.reset())

describe('a move of several', () => {
  test('goes back to where each of them was', async () => {
    const id = await f.make(weekly)
    const { seriesId } = await f.readOne(id)
    const [, second] = await f.listSeries(seriesId)
    const alone = { startsAt: '2026-06-30T16:00', endsAt: '2026-06-30T17:00' }
    await f.current.caller.call(moveMeeting, {
      params: { meetingId: second!.id },
      body: { version: second!.version, ...alone },
    })
    const before = await f.listSeries(seriesId)
    const moved = await f.current.caller.call(moveMeeting, {
      params: { meetingId: id },
      body: { version: 1, startsAt: '2026-06-23T11:00', endsAt: '2026-06-23T12:00', scope: 'all' },
    })
    expect((await f.listDays(seriesId)).slice(0, 3)).toEqual(['06-23T11:00', '07-01T11:00', '07-07T11:00'])
    const back = { startsAt: '2026-06-22T09:30', endsAt: '2026-06-22T10:00', others: moved.others }
    const undone = await f.current.caller.call(moveMeeting, {
      params: { meetingId: id },
      body: { version: moved.version, ...back },
    })
    const toTimes = (rows: readonly MeetingRow[]) =>
      rows.map(({ id: one, startsAt, endsAt }) => [one, startsAt, endsAt])
    expect(toTimes(await f.listSeries(seriesId))).toEqual(toTimes(before))
    await expect(
      f.current.caller.call(moveMeeting, { params: { meetingId: id }, body: { version: undone.version, ...back } }),
    ).rejects.toMatchObject({ code: 'conflict.changed' })
    const foreignId = await f.make(null)
    await expect(
      f.current.caller.call(moveMeeting, {
        params: { meetingId: id },
        body: { ...back, version: undone.version, others: [{ id: foreignId, version: 1, ...alone }] },
      }),
    ).rejects.toMatchObject({ code: 'conflict.changed' })
  })
})
