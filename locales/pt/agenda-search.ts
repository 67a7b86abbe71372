export default {
  title: 'Procurar na agenda',
  count_one: '{{total}} resultado',
  count_many: '{{total}} resultados',
  count_other: '{{total}} resultados',
  empty: 'Nada com esse nome, telefone, e-mail ou texto.',
  emptyHint: 'Experimente menos letras, ou retire filtros.',
  start: 'Escreva um nome, um telefone, um e-mail ou um assunto.',
  startHint:
    'Verá clientes e contactos com as suas chamadas, reuniões e seguimentos, e também o que tiver esse assunto, motivo ou resposta.',
  cut: {
    clients:
      'O texto refere mais de {{limit}} clientes: mostram-se {{limit}} deles. Escreva mais para ver quem procura.',
    contacts:
      'O texto refere mais de {{limit}} contactos: mostram-se {{limit}} deles. Escreva mais para ver quem procura.',
    both: 'O texto refere mais de {{limit}} clientes e mais de {{limit}} contactos: mostram-se {{limit}} de cada. Escreva mais para ver quem procura.',
  },
  wordsCut:
    'Muitas chamadas, reuniões ou seguimentos têm esse texto: mostram-se os mais recentes. Escreva mais para ver o que procura.',
  search: 'Nome, telefone, e-mail, CVL ou assunto',
  fields: {
    person: 'Contacto ou cliente',
    kind: 'Tipo',
    detail: 'Detalhe',
    stage: 'Etapa',
    day: 'Data',
    from: 'Desde',
    to: 'Até',
    owner: 'Gestor',
    cvl: 'CVL',
    reach: 'Âmbito',
  },
  kinds: { client: 'Cliente', contact: 'Contacto', call: 'Chamada', meeting: 'Reunião', followUp: 'Seguimento' },
  reaches: { individual: 'Individual', team: 'Equipa' },
  stages: {
    new: 'Novo',
    contacted: 'Contactado',
    r1: 'R1',
    r2: 'R2',
    r3: 'R3',
    r4: 'R4',
    won: 'Ganho',
    lost: 'Perdido',
  },
}

/** What lists of all features say of this one. */
export const words = {
  screens: { agendaSearch: 'Procurar na agenda' },
  actions: { agendaSearch_exported: 'Exporta a pesquisa da agenda' },
}
