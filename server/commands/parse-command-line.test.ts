import { describe, expect, test } from 'vitest'
import { defineCommand, UsageError } from './command.ts'
import { formatCommandHelp, formatCommandList } from './help.ts'
import { parseCommandLine } from './parse-command-line.ts'

const loadCommand = defineCommand({
  name: 'import things',
  summary: 'Load things',
  args: [{ name: 'FOLDER', help: 'where they are' }],
  options: {
    movements: { value: 'FILE', help: 'another file' },
    force: { help: 'do it' },
    size: { value: 'S', help: 'how many', choices: ['S', 'L'] },
  },
  prefix: 'required',
  run: async () => ({}),
})
const checkCommand = defineCommand({ name: 'check', summary: 'Look', run: async () => ({}) })
const testCommands = [loadCommand, checkCommand]
const parseTestLine = (line: string) => parseCommandLine(testCommands, line.split(' ').filter(Boolean))

describe('command line parsing', () => {
  test('parses arguments, options and prefix as declared', () => {
    expect(parseTestLine('import things data --prefix dino --movements=more.csv --json')).toEqual({
      command: loadCommand,
      args: { FOLDER: 'data' },
      options: { movements: 'more.csv', force: false },
      prefix: 'dino',
      json: true,
    })
  })

  test.each([
    ['nothing', 'There is no command "nothing". The commands are: import things, check.'],
    ['import', 'There is no command "import". There are: import things.'],
    ['import stuff', 'There is no command "import stuff". There are: import things.'],
    ['--json check', 'The command comes first'],
    ['check --what', "Unknown option '--what'. See: npm run crm -- check --help"],
    ['check more', '"more" is too much.'],
    ['check --prefix dino', "Unknown option '--prefix'"],
    ['import things --prefix dino', 'FOLDER is missing: where they are.'],
    ['import things data', '--prefix PREFIX is missing.'],
    ['import things data --prefix nobody', '--prefix is one of dino, dino_uab, cfl, not "nobody".'],
    ['import things data --prefix dino --size M', '--size is one of S, L, not "M".'],
    ['import things data --prefix dino --movements', "Option '--movements <value>' argument missing"],
    ['import things data --prefix dino --movements=', '--movements is empty.'],
    ['help nothing', 'There is no command "nothing".'],
  ])('refuses the line "%s" with a reason', (line, message) => {
    expect(() => parseTestLine(line)).toThrow(UsageError)
    expect(() => parseTestLine(line)).toThrow(message)
  })

  test.each([
    ['', undefined],
    ['help', undefined],
    ['--help', undefined],
    ['help check', checkCommand],
    ['check --help', checkCommand],
    ['import things --help', loadCommand],
  ])('reads the line "%s" as a request for help', (line, topic) => expect(parseTestLine(line)).toEqual({ help: topic }))
})

test('help names every command, argument and option', () => {
  expect(formatCommandList(testCommands)).toMatch(/import things FOLDER {2}Load things/)
  const page = formatCommandHelp(loadCommand)
  expect(page).toContain('npm run crm -- import things FOLDER --prefix PREFIX [OPTIONS]')
  for (const part of ['--movements FILE', '--force', '--size S', '--prefix PREFIX', '(required)', '--json'])
    expect(page).toContain(part)
})
