import { createServer } from 'node:net'
import type { OpenDatabase } from '#db/embedded/open-database.ts'
import { isAlive } from '#db/embedded/processes.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { buildApp } from './app.ts'
import type { Config } from './core/config.ts'
import { isDatabaseUnavailable } from './core/errors.ts'
import { fileEncryptionPurpose, openFileStorage } from './core/file-storage.ts'
import { buildMailDelivery } from './core/mail/mail-transport.ts'
import { mailPurpose } from './core/mail/queue-mail.ts'
import type { MailDeps } from './core/mail/send-mail.ts'
import { secretBox } from './core/secret-box.ts'
import { openTenants } from './core/tenancy.ts'
import { findDemoSignIns, seedDemoFirm } from './demo-firm.ts'
import { buildDemoGoogle } from './demo-google.ts'
import { deleteUnfinishedHeads } from './features/audit/chain-heads.ts'
import {
  buildMigrationProgress,
  type ConsoleOutput,
  ListenProblem,
  type ProcessLifetime,
  waitAtMost,
} from './process-lifetime.ts'
import { buildWelcomeMessage } from './welcome-message.ts'
import { startWorker } from './worker.ts'

const toListenProblem = (error: NodeJS.ErrnoException, { host, port }: Config): Error => {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023: PORT=3000 npm start`,
    EADDRNOTAVAIL: `This computer has no address ${host}. HOST is 127.0.0.1 (this computer only), 0.0.0.0 (everyone) or one of its addresses.`,
    ENOTFOUND: `There is no host ${host}. HOST is 127.0.0.1 (this computer only), 0.0.0.0 (everyone) or one of its addresses.`,
  }
  const reason = reasons[error.code ?? '']
  return reason ? new ListenProblem(reason) : error
}

/** Tried before the long steps, so that nobody waits for the demo firm only to hear that the port is taken. */
const assertPortAvailable = (config: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => reject(toListenProblem(error, config)))
    server.listen({ host: config.host, port: config.port, exclusive: true }, () => server.close(() => resolve()))
  })

/** A statement of a call is stopped after so long; files of many rows have longer (`server/core/snapshot.ts`). */
const callStatementMs = 60_000
/** Connections of each role for the work between requests. */
const workerPoolSize = 10

/** Serves until the process has to end, then closes what it opened; sessions that hang are cut off with the database. */
const runServerUntilStopped = async (
  given: Config,
  database: OpenDatabase,
  lifetime: ProcessLifetime,
  notifyReady: () => Promise<void>,
): Promise<void> => {
  const { ownerUrl, secret } = database
  const tenants = openTenants({ ownerUrl, secret, statementMs: callStatementMs })
  // Runs of the night and imports take as long as they take, and no crowd of calls keeps them from a connection.
  const ofWorker = openTenants({ ownerUrl, secret, poolSize: workerPoolSize })
  const signIns = await findDemoSignIns(ownerUrl)
  const demo = signIns.length > 0 && !given.googleCalendar ? buildDemoGoogle(given, signIns) : undefined
  const config: Config = demo ? { ...given, googleCalendar: demo.google } : given
  const app = await buildApp({ config, tenants, secret, signIns, extend: demo?.extend })
  const mail: MailDeps = {
    access: ofWorker.signIn(),
    secretBox: secretBox(secret, mailPurpose),
    clock: Date.now,
    deliver: buildMailDelivery(config),
    onFailure: (failure) => app.log.warn(failure, 'e-mail not sent'),
  }
  const sealing = {
    secret,
    home: config.home,
    publicUrl: config.publicUrl,
    google: config.googleCalendar,
    replyMailbox: config.replyMailbox,
    clock: Date.now,
  }
  await deleteUnfinishedHeads(config.home, isAlive)
  let worker: ReturnType<typeof startWorker> | undefined
  try {
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw toListenProblem(error, config)
    })
    await database.announce(config.publicUrl)
    await notifyReady()
    worker = startWorker(ofWorker, mail, sealing, (error, what) => {
      // That the database is away is told once, by whoever watches it.
      if (!isDatabaseUnavailable(error)) app.log.warn({ err: error }, what)
    })
    lifetime.allowLonger((config.drainSeconds + config.finishSeconds) * 1000)
    await lifetime.orStop(new Promise<never>(() => {}))
  } finally {
    await app.traffic.stop(app)
    await waitAtMost(1000, Promise.all([worker?.stop(), app.close()]))
    await waitAtMost(300, Promise.all([tenants.close(), ofWorker.close()]))
  }
}

/** Brings the tables up to date, fills the demo firm where there is one to be, and serves. `begin`: when the start began, by the process's own clock. */
export const runApp = async (
  config: Config,
  database: OpenDatabase,
  lifetime: ProcessLifetime,
  { say: output, begin }: { say: ConsoleOutput; begin: number },
): Promise<void> => {
  const { progress } = output
  const { ownerUrl, secret } = database
  await assertPortAvailable(config)
  await lifetime.orStop(migrate({ ownerUrl, secret, progress: buildMigrationProgress(progress) }))
  // A home that a command made, or a database of one's own, is never filled.
  const files = openFileStorage(config.home, secretBox(secret, fileEncryptionPurpose))
  if (database.createdFor === 'server') await lifetime.orStop(seedDemoFirm(ownerUrl, files, progress, lifetime.signal))
  progress('Starting the server')
  await runServerUntilStopped(config, database, lifetime, async () => {
    output.finish()
    const seconds = ((performance.now() - begin) / 1000).toFixed(1)
    process.stdout.write(
      `\nAtalaya is ready at ${config.publicUrl} (${seconds} s)\n${await buildWelcomeMessage(ownerUrl)}\n`,
    )
  })
}
