import { type ParseArgsConfig, parseArgs } from 'node:util'
import { type Prefix, prefixes } from '#contract/core/values.ts'
import { type Command, type CommandOptions, type ParsedCommandInput, UsageError } from './command.ts'

/** What was typed, checked against the command's declaration. */
export type CommandLine = ParsedCommandInput & { command: Command; json: boolean }

export type CommandLineRequest = { help: Command | undefined } | CommandLine

/** The command that the first words name; two words before one. */
const findCommand = (commands: readonly Command[], words: readonly string[]): Command | undefined =>
  commands.find(({ name }) => name === words.slice(0, 2).join(' ')) ?? commands.find(({ name }) => name === words[0])

const buildUnknownCommandError = (commands: readonly Command[], words: readonly string[]): UsageError => {
  const group = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name)
  const known = group.length > 0 ? group : commands.map(({ name }) => name)
  const typed = words.slice(0, group.length > 0 ? 2 : 1).join(' ')
  return new UsageError(
    `There is no command "${typed}". ${group.length > 0 ? 'There are' : 'The commands are'}: ${known.join(', ')}.`,
  )
}

const sharedOptions: CommandOptions = {
  json: { help: 'the answer as JSON, alone on standard output' },
  help: { help: 'this page' },
}

/** All options that a command takes, the common ones included. */
export const listCommandOptions = ({ options, prefix }: Command): CommandOptions => ({
  ...(prefix
    ? {
        prefix: {
          value: 'PREFIX',
          help: `the tenant: ${prefixes.join(', ')}`,
          choices: prefixes,
          ...(prefix === 'required' ? { required: true as const } : {}),
        },
      }
    : {}),
  ...options,
  ...sharedOptions,
})

const parseOptionValues = (command: Command, rest: readonly string[]) => {
  const declared = Object.entries(listCommandOptions(command)).map(([name, { value }]) => [
    name,
    { type: value ? 'string' : 'boolean' },
  ])
  const options = Object.fromEntries(declared) as NonNullable<ParseArgsConfig['options']>
  try {
    return parseArgs({ args: [...rest], options, allowPositionals: true, strict: true })
  } catch (error) {
    // The first sentence says what is wrong; the rest is about Node.
    const message = error instanceof Error ? error.message.split(/\.\s|\n/, 1)[0] : String(error)
    throw new UsageError(`${message}. See: npm run crm -- ${command.name} --help`)
  }
}

const validateCommandInput = (
  command: Command,
  values: Record<string, string | boolean | undefined>,
  positionals: readonly string[],
): void => {
  const see = `See: npm run crm -- ${command.name} --help`
  const expectedArgs = command.args ?? []
  const missing = expectedArgs[positionals.length]
  if (missing) throw new UsageError(`${missing.name} is missing: ${missing.help}. ${see}`)
  if (positionals.length > expectedArgs.length)
    throw new UsageError(`"${positionals[expectedArgs.length]}" is too much. ${see}`)
  for (const [name, { required, choices, value }] of Object.entries(listCommandOptions(command))) {
    const given = values[name]
    if (given === undefined && required) throw new UsageError(`--${name} ${value} is missing. ${see}`)
    if (given === '') throw new UsageError(`--${name} is empty. ${see}`)
    if (given !== undefined && choices && !choices.includes(String(given)))
      throw new UsageError(`--${name} is one of ${choices.join(', ')}, not "${given}".`)
  }
}

/** Throws UsageError for anything that doesn't fit. */
export const parseCommandLine = (commands: readonly Command[], words: readonly string[]): CommandLineRequest => {
  const [first] = words
  if (first === undefined || first === '--help' || first === '-h') return { help: undefined }
  if (first === 'help') {
    if (words.length === 1) return { help: undefined }
    const topic = findCommand(commands, words.slice(1))
    if (!topic) throw buildUnknownCommandError(commands, words.slice(1))
    return { help: topic }
  }
  if (first.startsWith('-')) throw new UsageError(`The command comes first, then ${first}. See: npm run crm -- help`)
  const command = findCommand(commands, words)
  if (!command) {
    if (words.includes('--help') && commands.some(({ name }) => name.startsWith(`${first} `)))
      return { help: undefined }
    throw buildUnknownCommandError(commands, words)
  }
  const { values, positionals } = parseOptionValues(command, words.slice(command.name.split(' ').length))
  if (values.help) return { help: command }
  const { prefix, json, help, ...options } = values as Record<string, string | boolean | undefined>
  validateCommandInput(command, { ...options, prefix }, positionals)
  const switches = Object.entries(command.options ?? {}).filter(([, { value }]) => !value)
  return {
    command,
    args: Object.fromEntries((command.args ?? []).map(({ name }, n) => [name, positionals[n] ?? ''])),
    options: { ...Object.fromEntries(switches.map(([name]) => [name, false])), ...options },
    prefix: prefix as Prefix | undefined,
    json: json === true,
  }
}
