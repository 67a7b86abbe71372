import type { Prefix } from '#contract/core/values.ts'
import type { Progress } from '#db/progress.ts'

/** `--name` is a switch; with `value`, the word shown for it in the help, it is `--name VALUE`. */
export type Option = { help: string; value?: string; required?: true; choices?: readonly string[] }
export type Options = Readonly<Record<string, Option>>

/** A positional argument, `NAME` in the help. */
export type Argument = { name: string; help: string }
export type Arguments = readonly Argument[]

type OptionValues<O extends Options> = {
  readonly [K in keyof O]: O[K] extends { value: string }
    ? O[K] extends { required: true }
      ? string
      : string | undefined
    : boolean
}
type ArgumentValues<A extends Arguments> = { readonly [K in A[number]['name']]: string }

/** Whether `--prefix` is taken, and whether it may be left out. */
type PrefixUse = 'required' | 'optional' | undefined

/** What every command gets to work with. The database is open and migrated; the frame closes it. */
type Tools = {
  /** The owner's connection; for a prefix role's own use `roleUrl(ownerUrl, secret, prefix)`. */
  ownerUrl: string
  secret: string
  /** Folder of all that stays outside the database. */
  home: string
  /** The migrations that the frame has just applied. */
  applied: readonly string[]
  progress: Progress
  /** Aborted by Ctrl+C and SIGTERM. The process ends shortly after, so only what spans transactions needs it. */
  signal: AbortSignal
}

/** The tools, and what was typed, typed by the command's declaration. */
type Run<A extends Arguments, O extends Options, P extends PrefixUse> = Tools & {
  args: ArgumentValues<A>
  options: OptionValues<O>
  /** The value of `--prefix`. */
  prefix: P extends 'required' ? Prefix : Prefix | undefined
}

type Definition<A extends Arguments, O extends Options, P extends PrefixUse, R> = {
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
  run: (run: Run<A, O, P>) => Promise<R>
  /** The answer for people; without it the frame draws a table of the answer's fields. */
  show?: (answer: R) => string
  /** True where the answer is bad news, so that the exit code is 1: differences found, lines refused. */
  failed?: (answer: R) => boolean
}

/** What was typed, already checked against the declaration. */
export type Typed = {
  args: Record<string, string>
  options: Record<string, string | boolean | undefined>
  prefix: Prefix | undefined
}

/** A command of the admin line as the frame sees it. Made by `command()`, listed in `commands.ts`. */
export type Command = Omit<Definition<Arguments, Options, PrefixUse, unknown>, 'run'> & {
  run: (run: Tools & Typed) => Promise<unknown>
}

/** Types `run` by the arguments and options declared beside it. */
export const command = <
  const A extends Arguments = [],
  const O extends Options = Record<never, Option>,
  const P extends PrefixUse = undefined,
  R = unknown,
>(
  definition: Definition<A, O, P, R>,
): Command => definition as unknown as Command

/** Something the person can mend: the message says what and how. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** A wrong call: unknown command, option, prefix or value. Exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
