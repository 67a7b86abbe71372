export default {
  title: 'Revisiones',
  count_one: '{{total}} persona',
  count_many: '{{total}} personas',
  count_other: '{{total}} personas',
  empty: 'No hay revisiones con estos filtros.',
  emptyHint: 'Cierra una reunión de revisión como celebrada: la persona pasa a su etapa y se propone la siguiente.',
  fields: {
    person: 'Contacto o cliente',
    stage: 'Etapa',
    heldOn: 'Última revisión',
    dueOn: 'Vence el',
    nextAt: 'Reunión prevista',
    value: 'Valor',
    owner: 'Gestor',
    isOverdue: 'Vencidas',
    overdue: 'Vencidas',
    from: 'Desde',
    to: 'Hasta',
  },
  stages: { r1: 'R1', r2: 'R2', r3: 'R3', r4: 'R4' },
  only: 'Solo vencidas y sin fecha',
  plan: 'Planificar la siguiente',
  cadence: {
    action: 'Cadencia',
    title: 'Cadencia de las revisiones',
    text: 'Meses desde una revisión celebrada hasta la siguiente. Las fechas ya propuestas no cambian.',
    months: 'Después de {{stage}}, meses',
    monthsFrom: 'Después de {{stage}}, desde {{amount}}, meses',
    bad: 'Introduce de 1 a 60 meses.',
    submit: 'Guardar',
    done: 'Cadencia guardada.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { reviews: 'Revisiones' },
  actions: {
    reviews_exported: 'Exporta revisiones',
    settings_reviewCadence: 'Cambia la cadencia de las revisiones',
  },
}
