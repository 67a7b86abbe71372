export default {
  payer: {
    title: 'Quién retiene',
    lead: 'De esto dependen los tipos que se aplican y los modelos que se presentan.',
    label: 'Ante Hacienda, la firma es',
    change: 'Cambiar',
    confirmTitle: '¿Cambiar qué es la firma ante Hacienda?',
    confirmText: 'Desde ahora las retenciones fiscales seguirán las reglas de «{{payer}}». Lo ya retenido no cambia.',
  },
  payers: { any: 'Cualquiera', bank: 'Entidad financiera', other: 'No es entidad financiera' },
  payees: { any: 'Cualquiera', person: 'Persona', company: 'Empresa' },
  bases: { interest: 'De los intereses', capital: 'Del capital, al año' },
  regions: {
    any: 'Todas partes',
    EU: 'Otro país de la Unión Europea',
    ABROAD: 'Cualquier otro país',
    'PT-20': 'Azores',
    'PT-30': 'Madeira',
    country: 'Un país…',
  },
  rates: {
    title: 'Tipos de retención fiscal',
    lead: 'Cada tipo vale desde su fecha hasta el siguiente del mismo pagador, titular y lugar. Si sirven varios, se aplica el que más concreta. Lo ya retenido no cambia.',
    none: 'No hay ningún tipo: no se pueden abonar intereses.',
    region: 'Vive en',
    country: 'País',
    countryHint: 'Dos letras: FR, US…',
    payee: 'Titular',
    payer: 'Pagador',
    validFrom: 'Desde',
    rate: 'Tipo',
    rateHint: 'En tanto por ciento. 0 es exento.',
    basis: 'Se calcula',
    source: 'Norma',
    sourceHint: 'Ley y artículo.',
    state: 'Estado',
    states: { current: 'Vigente', coming: 'Futuro', past: 'Anterior' },
    exempt: 'Exento',
    add: 'Añadir un tipo',
    remove: 'Quitar',
    removeNamed: 'Quitar el tipo de {{region}} desde el {{date}}',
    removeTitle: '¿Quitar este tipo de retención fiscal?',
    removeText: 'Volverá a regir el anterior, si lo hay. Lo ya retenido no cambia.',
    history: 'Ver también los anteriores',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    withholdingRate_set: 'Pone un tipo de retención fiscal',
    withholdingRate_removed: 'Quita un tipo de retención fiscal',
    withholding_payerSet: 'Cambia qué es la firma ante Hacienda',
  },
  entities: {
    withholdingRate: 'Tipo de retención fiscal',
  },
  tasks: {
    withholding: 'Retención fiscal',
  },
  changes: {
    rateSet: 'Retener el {{rate}} % desde el {{from}}: {{payee}}, {{region}}',
    rateRemoved: 'Quitar el tipo de retención del {{rate}} % desde el {{from}}: {{payee}}, {{region}}',
    payerSet: 'Ser ante Hacienda: {{payer}}',
    places: {
      any: 'todas partes',
      EU: 'otro país de la Unión Europea',
      ABROAD: 'cualquier otro país',
      'PT-20': 'Azores',
      'PT-30': 'Madeira',
    },
    payees: {
      any: 'cualquier titular',
      person: 'personas',
      company: 'empresas',
    },
    payers: {
      bank: 'entidad financiera',
      other: 'no es entidad financiera',
    },
  },
}
