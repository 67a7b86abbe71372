import { openDatabase } from '#db/embedded/open-database.ts'
import { DatabaseProblem } from '#db/embedded/problem.ts'
import { migrate } from '#db/migrate/migrate.ts'
import { CommandError, UsageError } from './commands/command.ts'
import { commands } from './commands/commands.ts'
import { formatCommandAnswer } from './commands/format-table.ts'
import { formatCommandHelp, formatCommandList } from './commands/help.ts'
import { type CommandLine, parseCommandLine } from './commands/parse-command-line.ts'
import { ConfigProblem, readConfig } from './core/config.ts'
import { isDatabaseUnavailable } from './core/errors.ts'
import {
  buildMigrationProgress,
  type ConsoleOutput,
  type ProcessLifetime,
  ProcessStoppedError,
  startProcessLifetime,
} from './process-lifetime.ts'

/** The database's own state is the better reason: a full disk ends connections too. */
const formatError = (error: unknown, explain: (error: unknown) => unknown): unknown => {
  const cause = error instanceof CommandError && error.cause ? error.cause : error
  const reason = explain(cause)
  if (reason !== cause) return reason
  if (error instanceof CommandError || !isDatabaseUnavailable(error)) return error
  return new CommandError('The database went away. Run the command again.', { cause: error })
}

/** Runs the command on an open, migrated database, and leaves none of our processes behind. */
const runWithDatabase = async (
  line: CommandLine,
  output: ConsoleOutput,
  lifetime: ProcessLifetime,
): Promise<unknown> => {
  const { signal } = lifetime
  const { progress } = output
  const { home, databaseUrl, secret } = readConfig(process.env)
  const database = await openDatabase({ home, databaseUrl, secret, purpose: 'command', progress, signal })
  try {
    const owner = { ownerUrl: database.ownerUrl, secret: database.secret, home }
    const applied = await lifetime.orStop(migrate({ ...owner, progress: buildMigrationProgress(progress) }))
    return await lifetime.orStop(line.command.run({ ...line, ...owner, ...applied, progress, signal }))
  } catch (error) {
    throw formatError(error, database.explain)
  } finally {
    await database.close()
  }
}

const runWithoutDatabase = (
  { command, ...line }: CommandLine,
  { progress }: ConsoleOutput,
  { signal }: ProcessLifetime,
): Promise<unknown> => command.run({ ...line, progress, signal, ownerUrl: '', secret: '', home: '', applied: [] })

const runCommandLine = async (line: CommandLine, output: ConsoleOutput, lifetime: ProcessLifetime): Promise<number> => {
  const { command, json } = line
  const answer =
    command.database === false
      ? await runWithoutDatabase(line, output, lifetime)
      : await runWithDatabase(line, output, lifetime)
  output.finish()
  const text = json ? JSON.stringify(answer, null, 2) : (command.show ?? formatCommandAnswer)(answer)
  // A pipe takes so much at once: the process ends only when the rest has left too.
  await new Promise<void>((resolve) => process.stdout.write(`${text}\n`, () => resolve()))
  return command.failed?.(answer) ? 1 : 0
}

const explainedErrorClasses = [CommandError, UsageError, ConfigProblem, DatabaseProblem]

const reportError = (error: unknown, lifetime: ProcessLifetime): number => {
  const reason = lifetime.signal.aborted ? lifetime.signal.reason : error
  if (reason instanceof ProcessStoppedError) {
    process.stderr.write(`${reason.message}\n`)
    return reason.exitCode
  }
  const isExplained = explainedErrorClasses.some((kind) => error instanceof kind)
  process.stderr.write(`${error instanceof Error ? (isExplained ? error.message : error.stack) : error}\n`)
  return error instanceof UsageError ? 2 : 1
}

/** The admin command line. `words` are those after `--`. Answers the exit code. */
export const crm = async (words: readonly string[], output: ConsoleOutput): Promise<number> => {
  const lifetime = startProcessLifetime()
  try {
    const request = parseCommandLine(commands, words)
    if ('command' in request) return await runCommandLine(request, output, lifetime)
    process.stdout.write(`${request.help ? formatCommandHelp(request.help) : formatCommandList(commands)}\n`)
    return 0
  } catch (error) {
    output.finish()
    return reportError(error, lifetime)
  } finally {
    lifetime.release()
  }
}
