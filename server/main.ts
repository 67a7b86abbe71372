import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '#db/embedded/open-database.ts'
import { DatabaseProblem } from '#db/embedded/problem.ts'
import { type Config, ConfigProblem, readConfig } from './core/config.ts'
import {
  type ConsoleOutput,
  ListenProblem,
  type ProcessLifetime,
  ProcessStoppedError,
  startProcessLifetime,
} from './process-lifetime.ts'

/** PostgreSQL has been asked to start by then, and takes longer: to read all the rest before would only keep it from being asked. */
const databaseStartDelayMs = 30

const runServer = async (config: Config, output: ConsoleOutput, lifetime: ProcessLifetime): Promise<void> => {
  const begin = performance.now()
  const { home, databaseUrl, secret } = config
  const { progress } = output
  const { signal } = lifetime
  const [opened, app] = await Promise.allSettled([
    openDatabase({ home, databaseUrl, secret, purpose: 'server', progress, signal }),
    sleep(databaseStartDelayMs).then(() => import('./run-app.ts')),
  ])
  if (opened.status === 'rejected') throw opened.reason
  const database = opened.value
  try {
    if (app.status === 'rejected') throw app.reason
    await app.value.runApp(config, database, lifetime, { say: output, begin })
  } catch (error) {
    throw database.explain(error)
  } finally {
    await database.close()
  }
}

/** Runs the server until it is told to stop. Answers the exit code: 0 after a stop that was asked for once it was serving. */
export const main = async (output: ConsoleOutput): Promise<number> => {
  const lifetime = startProcessLifetime()
  let isServing = false
  const watched: ConsoleOutput = {
    ...output,
    finish: () => {
      isServing = true
      output.finish()
    },
  }
  try {
    await runServer(readConfig(process.env), watched, lifetime)
    return 0
  } catch (error) {
    output.finish()
    if (error instanceof ProcessStoppedError) return isServing && error.exitCode > 1 ? 0 : error.exitCode
    if (lifetime.signal.reason instanceof ProcessStoppedError) return lifetime.signal.reason.exitCode
    const isExplained = [ConfigProblem, DatabaseProblem, ListenProblem].some((kind) => error instanceof kind)
    process.stderr.write(`${error instanceof Error ? (isExplained ? error.message : error.stack) : error}\n`)
    return 1
  } finally {
    lifetime.release()
  }
}
