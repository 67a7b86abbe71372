export default {
  title: 'Procurar na agenda',
  count_one: '{{total}} resultado',
  count_many: '{{total}} resultados',
  count_other: '{{total}} resultados',
  empty: 'Sem resultados para esse nome, telefone, e-mail ou texto.',
  emptyHint: 'Experimente menos letras, ou retire filtros.',
  start: 'Escreva um nome, um telefone, um e-mail ou um assunto.',
  startHint:
    'Verá clientes e contactos com as suas chamadas, reuniões e seguimentos, e também o que tiver esse assunto, motivo, resposta, observação ou comentário.',
  cut: {
    clients: 'Há mais de {{limit}} clientes que correspondem: mostram-se {{limit}}. Refine a pesquisa.',
    contacts: 'Há mais de {{limit}} contactos que correspondem: mostram-se {{limit}}. Refine a pesquisa.',
    both: 'Há mais de {{limit}} clientes e mais de {{limit}} contactos que correspondem: mostram-se {{limit}} de cada. Refine a pesquisa.',
  },
  wordsCut:
    'Muitos contactos, chamadas, reuniões ou seguimentos têm esse texto: mostram-se os mais recentes. Refine a pesquisa.',
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
