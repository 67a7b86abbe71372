export default {
  title: 'Revisões',
  count_one: '{{total}} pessoa',
  count_many: '{{total}} pessoas',
  count_other: '{{total}} pessoas',
  empty: 'Não há revisões com estes filtros.',
  emptyHint: 'Feche uma reunião de revisão como realizada: a pessoa passa à sua etapa e propõe-se a seguinte.',
  fields: {
    person: 'Contacto ou cliente',
    stage: 'Etapa',
    heldOn: 'Última revisão',
    dueOn: 'Vence em',
    nextAt: 'Reunião marcada',
    value: 'Valor',
    owner: 'Gestor',
    isOverdue: 'Vencidas',
    overdue: 'Vencidas',
    from: 'De',
    to: 'Até',
  },
  stages: { r1: 'R1', r2: 'R2', r3: 'R3', r4: 'R4' },
  only: 'Só vencidas e sem data',
  plan: 'Marcar a seguinte',
  cadence: {
    action: 'Cadência',
    title: 'Cadência das revisões',
    text: 'Meses desde uma revisão realizada até à seguinte. As datas já propostas não mudam.',
    months: 'Depois de {{stage}}, meses',
    monthsFrom: 'Depois de {{stage}}, a partir de {{amount}}, meses',
    bad: 'Introduza de 1 a 60 meses.',
    submit: 'Guardar',
    done: 'Cadência guardada.',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { reviews: 'Revisões' },
  actions: {
    reviews_exported: 'Exporta revisões',
    settings_reviewCadence: 'Altera a cadência das revisões',
  },
}
