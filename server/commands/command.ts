import type { Prefix } from '#contract/core/values.ts'
import type { ProgressReporter } from '#db/progress.ts'

/** `--name` is a switch; with `value`, the word shown for it in the help, it is `--name VALUE`. */
export type CommandOption = { help: string; value?: string; required?: true; choices?: readonly string[] }
export type CommandOptions = Readonly<Record<string, CommandOption>>

/** A positional argument, `NAME` in the help. */
export type CommandArgument = { name: string; help: string }
export type CommandArguments = readonly CommandArgument[]

type OptionValues<O extends CommandOptions> = {
  readonly [K in keyof O]: O[K] extends { value: string }
    ? O[K] extends { required: true }
      ? string
      : string | undefined
    : boolean
}
type ArgumentValues<A extends CommandArguments> = { readonly [K in A[number]['name']]: string }

/** Whether `--prefix` is taken, and whether it may be left out. */
type PrefixRequirement = 'required' | 'optional' | undefined

/** What every command gets to work with. The database is open and migrated; the frame closes it. */
type CommandDeps = {
  /** The owner's connection; for a prefix role's own use `buildRoleUrl(ownerUrl, secret, prefix)`. */
  ownerUrl: string
  secret: string
  /** Folder of all that stays outside the database. */
  home: string
  /** The migrations that the frame has just applied. */
  applied: readonly string[]
  progress: ProgressReporter
  /** Aborted by Ctrl+C and SIGTERM. The process ends shortly after, so only what spans transactions needs it. */
  signal: AbortSignal
}

/** The tools, and what was typed, typed by the command's declaration. */
type CommandContext<A extends CommandArguments, O extends CommandOptions, P extends PrefixRequirement> = CommandDeps & {
  args: ArgumentValues<A>
  options: OptionValues<O>
  /** The value of `--prefix`. */
  prefix: P extends 'required' ? Prefix : Prefix | undefined
}

type CommandDefinition<A extends CommandArguments, O extends CommandOptions, P extends PrefixRequirement, R> = {
  /** One or two words: 'migrate', 'import berka'. */
  name: string
  /** One line for the list of commands. */
  summary: string
  /** Lines shown under `COMMAND --help`, besides arguments and options. */
  details?: string
  args?: A
  options?: O
  prefix?: P
  /** Without: the command gets no database, and none is started for it. */
  database?: false
  /** Its answer is what `--json` prints. Expected failures throw CommandError; anything else is a fault of ours. */
  run: (run: CommandContext<A, O, P>) => Promise<R>
  /** The answer for people; without it the frame draws a table of the answer's fields. */
  show?: (answer: R) => string
  /** True where the answer is bad news, so that the exit code is 1: differences found, lines refused. */
  failed?: (answer: R) => boolean
}

/** What was typed, already checked against the declaration. */
export type ParsedCommandInput = {
  args: Record<string, string>
  options: Record<string, string | boolean | undefined>
  prefix: Prefix | undefined
}

/** A command of the admin line as the frame sees it. Made by `command()`, listed in `commands.ts`. */
export type Command = Omit<CommandDefinition<CommandArguments, CommandOptions, PrefixRequirement, unknown>, 'run'> & {
  run: (run: CommandDeps & ParsedCommandInput) => Promise<unknown>
}

/** Types `run` by the arguments and options declared beside it. */
export const defineCommand = <
  const A extends CommandArguments = [],
  const O extends CommandOptions = Record<never, CommandOption>,
  const P extends PrefixRequirement = undefined,
  R = unknown,
>(
  definition: CommandDefinition<A, O, P, R>,
): Command => definition as unknown as Command

/** Something the person can mend: the message says what and how. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A wrong call: unknown command, option, prefix or value. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
