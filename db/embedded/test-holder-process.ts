import { openDatabase } from './open-database.ts'

/** A process that opens the database of a home and keeps it until SIGTERM. Arguments: the home, the purpose. */
const [home = '', purpose] = process.argv.slice(2)
if (purpose !== 'server' && purpose !== 'command') throw new Error(`No purpose of a process: ${purpose}`)
try {
  const database = await openDatabase({ home, purpose, progress: () => {} })
  process.on('SIGTERM', async () => {
    await database.close()
    process.exit(0)
  })
  if (purpose === 'server') await database.announce('http://127.0.0.1:3999')
  console.log('open')
  setInterval(() => {}, 1000)
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : error)
  process.exit(1)
}
