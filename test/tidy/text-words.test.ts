import { expect, test } from 'vitest'
import { createPlantedProject } from '../architecture/plant.ts'
import { textWordsGate } from './text-words.ts'

test('finds rejected words of texts in each language, and leaves exceptions and placeholders alone', async () => {
  const root = createPlantedProject({
    'locales/es/a.ts':
      "export default { file: 'El fichero', scope: 'Fuera de ámbito', mail: 'A {{email}}', tin: 'TIN', batch: 'Una remesa', seen: 'Todo lo que ves' }\n",
    'locales/es/session.ts': "export default { forgot: { sent: 'A tu email.' } }\n",
    'locales/en/a.ts':
      "export default { state: 'Canceled', one: 'New journal', two: 'New journal entry', three: '{{size}}' }\n",
    'locales/pt/a.ts':
      "export default { own: 'A tua conta', hand: 'Registado à mão', goal: 'A meta do ano', good: 'Atual' }\n",
    'locales/mx/a.ts': "export default { batch: 'Un lote' }\n",
  })
  expect(await textWordsGate.find(root)).toEqual([
    'locales/es/a.ts file says "fichero": say archivo',
    'locales/es/a.ts scope says "ámbito": say alcance',
    'locales/es/a.ts seen says "lo que ves": say tu alcance',
    'locales/en/a.ts state says "Canceled": say cancelled, cancelling',
    'locales/en/a.ts one says "journal": say journal entry',
    'locales/pt/a.ts own says "tua": say a forma impessoal, ou a sua, pode, escolha',
    'locales/pt/a.ts hand says "à mão": say manual, ou registar',
    'locales/pt/a.ts goal says "meta": say objetivo',
    'locales/mx/a.ts tin says "TIN": say tasa',
  ])
})
