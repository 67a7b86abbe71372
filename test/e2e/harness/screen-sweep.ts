import { afterAll, beforeAll, expect, test } from 'vitest'
import { isFullTestRun } from '#test/harness/circles.ts'
import { createScreenRecordIds } from '#test/permissions/screen-records.ts'
import { screens } from '#web/app/screens.ts'
import { screenCalls } from '../screen-calls.ts'
import { shareBrowser } from './browser.ts'
import { startFirm } from './firm.ts'
import { measureList } from './measure-list.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { listReads, watchCalls } from './watch-calls.ts'

/** A firm with a record for each parameter that the path of a screen may have, seen by its administrator. */
export const openScreens = async () => {
  const [firm, browser] = await Promise.all([startFirm(), shareBrowser()])
  const recordIds: Record<string, string> = {}
  const getRecordId = createScreenRecordIds((statement, values) => firm.rows<{ id: string }>(statement, values))
  for (const { path } of screens)
    for (const [, parameter] of path.matchAll(/:(\w+)/g)) recordIds[parameter!] = await getRecordId(parameter!)
  const admin = await createVisitor(browser, firm)
  await admin.openAs('admin')
  return {
    firm,
    browser,
    admin,
    calls: watchCalls(admin.page),
    fillPathParams: (path: string): string => path.replace(/:(\w+)/g, (_, name: string) => recordIds[name]!),
    close: async () => {
      await browser.close()
      await firm.close()
    },
  }
}

export const expectNoProblems = async (who: Visitor, within: string | undefined): Promise<void> => {
  expect(await who.untranslated()).toEqual([])
  expect(await who.violations(within)).toEqual([])
  expect(await who.spilledFacts()).toEqual([])
  expect(await who.cutPlaceholders()).toEqual([])
  expect(await who.overflow()).toBeLessThanOrEqual(0)
  expect(who.problems).toEqual([])
  expect(await who.page.evaluate(() => document.fonts.check('14px "Inter Variable"'))).toBe(true)
}

/**
 * Each fifth screen is loaded by its address and looked at with the shell around it, by every rule; the full suite does so with all. The others
 * are come to inside the app, and their content is looked at, but for contrast and the size of targets.
 */
const isFullyLoadedCase = (at: number): boolean => at % 5 === 0 || isFullTestRun

/** Looks at one part of the screens: all of them in one file would keep a worker when the others are done. */
export const sweepScreens = (part: number, parts: number): void => {
  let open: Awaited<ReturnType<typeof openScreens>>
  beforeAll(async () => {
    open = await openScreens()
  })
  afterAll(() => open?.close())
  const from = Math.floor((screens.length * (part - 1)) / parts)
  const to = Math.floor((screens.length * part) / parts)

  test.for(
    screens
      .slice(from, to)
      .map(({ path }, at) => [path, isFullyLoadedCase(at), screens[from + at - 1]?.path ?? ''] as const),
  )('%s has no error, no missing text and no accessibility barrier', async ([path, loaded, pathBefore]) => {
    const { admin, calls, fillPathParams } = open
    const filled = fillPathParams(path)
    calls.take()
    // Tried a second time it stands there already: nothing would come in the place of its heading, and what was wrong is said.
    const isThere = new URL(admin.page.url()).pathname === filled
    if (isThere) admin.problems.length = 0
    await (loaded || isThere ? admin.open(filled) : admin.goTo(filled))
    expect(new URL(admin.page.url()).pathname).toBe(filled)
    expect(await admin.page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await admin.page.title()).not.toBe('')
    await expectNoProblems(admin, loaded ? 'html' : undefined)
    const list = await admin.page.evaluate(measureList)
    if (list)
      expect([list.scrolls, (list.firstRow ?? 0) > 240], 'only rows scroll, from 240 pixels on').toEqual([0, false])
    // The screen before may have begun to ask for its last part while it was left.
    const named = listReads([path, pathBefore].flatMap((one) => screenCalls[one] ?? []))
    expect(listReads(calls.take()).filter((read) => !named.includes(read))).toEqual([])
  })
}
