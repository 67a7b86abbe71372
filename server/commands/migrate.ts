import { defineCommand } from './command.ts'

/** The frame migrates before every command: this one does nothing else. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the tables of all prefixes up to date',
  details:
    'Forward only. Every other command does the same before its own work, and so does the server when it starts.',
  run: async ({ applied }) => ({ applied }),
  show: ({ applied }) =>
    applied.length === 0 ? 'Already up to date.' : `Applied:\n${applied.map((name) => `  ${name}`).join('\n')}`,
})
