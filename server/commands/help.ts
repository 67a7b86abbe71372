import type { Command } from './command.ts'
import { listCommandOptions } from './parse-command-line.ts'

const alignColumns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, help]) => `  ${name.padEnd(width)}  ${help}`).join('\n')
}

/** The list of commands. */
export const formatCommandList = (commands: readonly Command[]): string =>
  [
    'Usage: npm run crm -- COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    'Commands:',
    alignColumns(
      commands.map(({ name, args = [], summary }) => [[name, ...args.map((arg) => arg.name)].join(' '), summary]),
    ),
    '',
    'More on one of them: npm run crm -- COMMAND --help',
    'Works whether or not the server runs. Exit codes: 0 done, 1 failed, 2 wrong call.',
    'Environment: ATALAYA_HOME (folder of the embedded database), or DATABASE_URL with ATALAYA_SECRET.',
  ].join('\n')

/** One command: how to call it, with every argument and option. */
export const formatCommandHelp = (command: Command): string => {
  const { name, summary, details, args = [] } = command
  const options = Object.entries(listCommandOptions(command))
  const shown = options.map(([option, { value, help, required }]): readonly [string, string] => [
    `--${option}${value ? ` ${value}` : ''}`,
    `${help}${required ? ' (required)' : ''}`,
  ])
  const required = options.filter(([, one]) => one.required).map(([option, { value }]) => `--${option} ${value}`)
  return [
    `Usage: npm run crm -- ${[name, ...args.map((arg) => arg.name), ...required].join(' ')} [OPTIONS]`,
    '',
    summary,
    ...(details ? ['', details] : []),
    ...(args.length > 0 ? ['', 'Arguments:', alignColumns(args.map((arg) => [arg.name, arg.help] as const))] : []),
    '',
    'Options:',
    alignColumns(shown),
  ].join('\n')
}
