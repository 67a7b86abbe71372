import type es from '../es/contributions.ts'
import type { Overrides } from '../shape.ts'

export default {
  upload: {
    lead: 'Un archivo del banco: camt.053 (XML) o Norma 43. Se acepta entero o no se acepta; el mismo archivo dos veces no agrega nada.',
    file: 'Archivo',
    choose: 'Elegir archivo',
    none: 'Ningún archivo elegido',
    known: 'Este archivo ya se había subido: no agrega nada.',
    wrong: 'El archivo se rechaza completo. {{reason}} Dónde: {{at}}.',
  },
  fields: { fileName: 'Archivo' },
  planned: {
    title: 'Archivo {{file}}',
    summary: 'Qué hará el archivo',
    asOf: 'Tal como está todo ahora. Si antes se contabiliza otro archivo, se hará lo que entonces corresponda.',
    lines: 'Apuntes del archivo',
    odds: { overLimit: 'Supera el límite de quien subió el archivo' },
  },
  faults: { total: 'Los totales del archivo no son los de sus apuntes.' },
} satisfies Overrides<typeof es>
