import { resolve } from 'node:path'
import { afterEach } from 'vitest'
import { openPages } from './visitor.ts'

// For each file: what a failed test saw, for who has to mend it.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const { page, problems } of openPages) {
    if (page.isClosed()) continue
    const path = resolve('.cache', 'e2e', `${task.name.replace(/[^\w-]+/g, '-')}.png`)
    await page.screenshot({ path })
    console.error([`${page.url()} looked like ${path}`, ...problems].join('\n'))
  }
})
