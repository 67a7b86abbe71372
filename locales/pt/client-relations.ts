export default {
  title: 'Família e empresas',
  none: 'Não consta nenhuma relação com outros clientes.',
  add: 'Adicionar relação',
  addTitle: 'Adicionar uma relação',
  other: 'Outro cliente',
  otherPlaceholder: 'Nome, CVL ou documento',
  kind: 'O que é para este cliente',
  since: 'Desde',
  until: 'Até',
  lasts: 'Mantém-se',
  end: 'Terminar',
  endTitle: 'Terminar a relação com {{name}}',
  remove: 'Retirar',
  removeTitle: 'Retirar a relação com {{name}}?',
  removeText:
    'É retirada das duas fichas. Só se deve fazer se foi registada por engano: se terminou, indica-se a data de fim.',
  added: 'Relação adicionada.',
  ended: 'Relação terminada.',
  removed: 'Relação retirada.',
  save: 'Guardar',
  capital: 'Capital',
  balance: 'Saldo',
  outside: 'Fora dos seus clientes',
  member: 'Cliente',
  household: 'Agregado familiar',
  householdLead:
    'O que têm na empresa o cliente, o cônjuge ou parceiro, os pais e os filhos. Cada conta é contada uma vez, com o primeiro titular.',
  self: 'Este cliente',
  hidden_one: '{{count}} pessoa está fora dos seus clientes: o seu dinheiro não está na soma.',
  hidden_other: '{{count}} pessoas estão fora dos seus clientes: o seu dinheiro não está na soma.',
  hidden_many: '{{count}} pessoas estão fora dos seus clientes: o seu dinheiro não está na soma.',
  kinds: {
    spouse: 'Cônjuge',
    partner: 'Companheiro ou companheira',
    parent: 'Pai ou mãe',
    child: 'Filho ou filha',
    sibling: 'Irmão ou irmã',
    relative: 'Outro familiar',
    employer: 'Empresa onde trabalha',
    employee: 'Colaborador',
    shareholder: 'Sócio',
    shareholding: 'Empresa participada',
    business: 'Relação comercial',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    client_relationAdded: 'Adiciona uma relação com outro cliente',
    client_relationEnded: 'Termina uma relação com outro cliente',
    client_relationRemoved: 'Retira uma relação com outro cliente',
  },
  personalTables: {
    client_relation: 'Relações com outros clientes',
  },
  refusals: {
    'relation.exists': 'Essa relação já está registada.',
    'relation.coupled': 'Um dos dois já tem cônjuge ou companheiro. Termine primeiro essa relação.',
  },
}
