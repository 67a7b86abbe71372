import { BusinessDate, type Prefix } from '#contract/core/values.ts'
import { getBusinessDate } from '#server/core/clock.ts'
import { SeedRefusedError, seedInThread } from '#server/seed-in-thread.ts'
import { CommandError, defineCommand, UsageError } from './command.ts'

export const seedCommand = defineCommand({
  name: 'seed',
  summary: 'Fill an empty prefix with the invented demo firm',
  details: `S is 5,000 clients, 12,000 accounts and 200,000 movements; L is forty times that. All of it is written or nothing.
The firm has a user for each role, whose password is no secret: never where people work.`,
  prefix: 'optional',
  options: {
    size: { value: 'SIZE', help: 'S or L', required: true, choices: ['S', 'L'] },
    today: { value: 'DATE', help: 'the day that the eight years of history end on, YYYY-MM-DD; otherwise today' },
  },
  run: async ({ ownerUrl, prefix: requestedPrefix, options: { size, today }, progress, signal }) => {
    if (today !== undefined && !BusinessDate.safeParse(today).success)
      throw new UsageError(`--today "${today}" is not a date YYYY-MM-DD.`)
    const prefix: Prefix = requestedPrefix ?? 'dino'
    const day = today ?? getBusinessDate(prefix, Date.now)
    try {
      return await seedInThread({ ownerUrl, prefix, size: size as 'S' | 'L', today: day }, progress, signal)
    } catch (error) {
      throw error instanceof SeedRefusedError ? new CommandError(error.message) : error
    }
  },
})
