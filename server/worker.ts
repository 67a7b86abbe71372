import { type Prefix, prefixes } from '#contract/core/values.ts'
import { allJobs } from './all-jobs.ts'
import { allTasks } from './app.ts'
import { backOff } from './core/back-off.ts'
import { businessDate } from './core/clock.ts'
import { filesPurpose, openFiles } from './core/files.ts'
import { startJobs } from './core/job-runner.ts'
import { type MailRoom, sendMail } from './core/mail/send-mail.ts'
import { secretBox } from './core/secret-box.ts'
import type { Tenants } from './core/tenancy.ts'
import { sweepFiles } from './domain/sweep-files.ts'
import { type ChainName, chainNames } from './features/audit/chains.ts'
import { keepHead, noteHead } from './features/audit/heads.ts'
import { sealChain } from './features/audit/seal-chain.ts'
import { carryOutDue } from './features/handovers/carry-out-due.ts'
import { runImports } from './features/imports/mapped/run-imports.ts'
import { ledgerFolder } from './features/ledger/fold-ledger.ts'
import { queueDue, sendNotices } from './features/notices/send-notices.ts'
import { sendDue } from './features/payment-batches/send-due.ts'
import { applyMoves } from './features/staff/apply-moves.ts'
import { endAccess } from './features/staff/end-access.ts'
import { nightly } from './nightly.ts'

/** How often waiting totals are added up, and e-mails looked for. */
const everyMs = 1000
/** How often contents that no record names are looked for. */
const sweepEveryMs = 86_400_000

/** Movements of a round above which list rows are given little of the next one's time. */
const manyAtOnce = 300
const foldWaiting = `
  select fold_totals(p_patience => $1) as taken
   where exists (select from total_delta) or exists (select from client_list_due) or exists (select from client_list_sum where not folded)`

type Repeated = { stop: () => Promise<void> }

/** Does the work again and again, with a pause between; stopping breaks off what listens to the signal, and waits for the rest. */
const repeat = (work: (signal: AbortSignal) => Promise<void>, onError: (error: unknown) => void): Repeated => {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let round = Promise.resolve()
  const tick = (): void => {
    round = work(stopping.signal)
      .catch(onError)
      .finally(() => {
        if (!stopping.signal.aborted) timer = setTimeout(tick, everyMs)
      })
  }
  timer = setTimeout(tick, everyMs)
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await round
    },
  }
}

/** The key of the audit's chains comes from the secret; their heads are kept in a folder of `home`. */
export type SealRoom = { secret: string; home: string; clock: () => number }

/** Drops contents that nothing names, once a day. */
const sweeperOf = (tenants: Tenants, { secret, home, clock }: SealRoom): (() => Promise<void>) => {
  const files = openFiles(home, secretBox(secret, filesPurpose))
  let sweptAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (clock() - sweptAt < sweepEveryMs) return
    // Whatever becomes of it: a failure is told once and not every second.
    sweptAt = clock()
    await sweepFiles(tenants, files, sweptAt)
  }
}

/** Some work of each prefix, one after the other. */
const inEach =
  (work: (prefix: Prefix, signal: AbortSignal) => Promise<void>) =>
  async (signal: AbortSignal): Promise<void> => {
    for (const prefix of prefixes) {
      if (signal.aborted) return
      await work(prefix, signal)
    }
  }

type Tell = (error: unknown, what: string) => void

/** Books the payments of which the bank has the file. */
const senderOf = (tenants: Tenants, clock: SealRoom['clock'], onError: Tell) => {
  const pauses = backOff(clock)
  return inEach((prefix, signal) => {
    const tell = (error: unknown) => onError(error, 'payment of a batch not booked')
    const { db } = tenants.of(prefix)
    return sendDue({ db, prefix, day: businessDate(prefix, clock), now: clock, signal, onError: tell, pauses })
  })
}

/** Writes down which clients to tell of maturities, and sends what waits: a prefix that fails keeps no other from it. */
const noticesOf = (tenants: Tenants, { clock, deliver, onFailure }: MailRoom, onError: Tell) => {
  const done = new Map<Prefix, string>()
  return inEach((prefix, signal) => {
    const room = { tenant: tenants.of(prefix), prefix, clock, deliver, onFailure }
    return queueDue(room, done)
      .then(() => sendNotices(room, signal))
      .catch((error: unknown) => onError(error, `notices of ${prefix} not sent`))
  })
}

/** Carries out imports that were approved. */
const importerOf = (tenants: Tenants, clock: SealRoom['clock'], onError: Tell) => {
  const pauses = backOff(clock)
  return inEach((prefix, signal) => {
    const tell = (error: unknown) => onError(error, 'import not carried out')
    const { db } = tenants.of(prefix)
    return runImports({ db, day: businessDate(prefix, clock), now: clock, signal, onError: tell, pauses })
  })
}

/** Carries out handovers whose day has come. */
const handOverOf = (tenants: Tenants, clock: SealRoom['clock'], onError: Tell) =>
  inEach((prefix) => {
    const when = { today: businessDate(prefix, clock), now: clock() }
    return carryOutDue(tenants.of(prefix).db, when, (error) => onError(error, 'handover not carried out'))
  })

/** Folds waiting totals; list rows get little of the time of a prefix in which many post. */
const totalsFolder = (tenants: Tenants) => {
  const busy = new Set<string>()
  return inEach(async (prefix) => {
    const patience = busy.has(prefix) ? '40 milliseconds' : '900 milliseconds'
    const { rows } = await tenants.of(prefix).pool.query<{ taken: number }>(foldWaiting, [patience])
    // Who posts goes before who looks at a list: rows catch up as soon as fewer do.
    if ((rows[0]?.taken ?? 0) > manyAtOnce) busy.add(prefix)
    else busy.delete(prefix)
  })
}

/**
 * The work between requests: folds each prefix's waiting totals and the sums of its books, sends e-mails and notices to clients, ends changes that nobody decided, makes those of the
 * staff and carries out handovers whose day has come, books payments of which the bank has the file, carries out imports, does the work of the night, seals the
 * audit, once a second, and drops contents that nothing names, once a day; independently of each other. Safe to run in every process: the database lets one at a time through. Stops after
 * the round that is under way.
 */
export const startWorker = (
  tenants: Tenants,
  mail: MailRoom,
  { secret, home, clock }: SealRoom,
  onError: Tell,
): Repeated => {
  const poolOf = (chain: ChainName) => (chain === 'registry' ? tenants.signIn() : tenants.of(chain)).pool
  const seal = async (signal: AbortSignal): Promise<void> => {
    for (const chain of chainNames) {
      if (signal.aborted) return
      const sealed = await sealChain(poolOf(chain), chain, secret, signal)
      if (sealed > 0) await noteHead(poolOf(chain), chain, { home, now: clock() })
      await keepHead(poolOf(chain), chain, { home, now: clock(), daily: true })
    }
  }
  const keepHeads = async (): Promise<void> => {
    for (const chain of chainNames) await keepHead(poolOf(chain), chain, { home, now: clock(), daily: false })
  }
  const jobs = startJobs(allJobs, { tenants, clock, tasks: allTasks, mail, secret, home }, onError)
  const seen = new Map<string, string>()
  const staff = inEach(async (prefix) => {
    const [{ db }, today] = [tenants.of(prefix), businessDate(prefix, clock)]
    await applyMoves(db, today, clock())
    // Whose last day is over changes with the day only.
    if (seen.get(prefix) !== today) await endAccess(db, today, clock())
    seen.set(prefix, today)
  })
  const works = [
    repeat(nightly(tenants, clock, onError), (error) => onError(error, 'work of the night not done')),
    repeat(staff, (error) => onError(error, 'changes of staff not made on their day')),
    repeat(totalsFolder(tenants), (error) => onError(error, 'totals not folded')),
    repeat(ledgerFolder(tenants, clock), (error) => onError(error, 'sums of the books not folded')),
    repeat(
      (signal) => sendMail(mail, signal),
      (error) => onError(error, 'e-mails not looked for'),
    ),
    repeat(noticesOf(tenants, mail, onError), (error) => onError(error, 'notices not sent')),
    repeat(seal, (error) => onError(error, 'audit not sealed')),
    repeat(senderOf(tenants, clock, onError), (error) => onError(error, 'payments of batches not booked')),
    repeat(importerOf(tenants, clock, onError), (error) => onError(error, 'imports not looked for')),
    repeat(handOverOf(tenants, clock, onError), (error) => onError(error, 'handovers not looked for')),
    repeat(sweeperOf(tenants, { secret, home, clock }), (error) => onError(error, 'files not swept')),
  ]
  return {
    stop: async () => {
      await Promise.all([jobs.stop(), ...works.map((work) => work.stop())])
      await keepHeads().catch((error) => onError(error, 'heads of the audit not kept'))
    },
  }
}
