export default {
  save: 'Guardar',
  change: 'Alterar',
  changeNamed: 'Alterar {{name}}',
  remove: 'Eliminar',
  removeNamed: 'Eliminar {{name}}',
  removeTitle: 'Eliminar «{{name}}»?',
  removeText: 'Nada o usa. Deixará de ser oferecido nos formulários e filtros.',
  actions: 'Ações',
  search: 'Procurar',
  nothing: 'Nada corresponde ao que procuras.',
  more: 'Mostram-se {{shown}} de {{total}}. Procura para veres outros.',
  uses: {
    offices: 'Balcões',
    clients: 'Clientes',
    employees: 'Colaboradores',
    accounts: 'Contas',
    quotes: 'Cancelamentos',
  },
  fields: {
    name: 'Nome',
    zone: 'Zona',
    city: 'Cidade',
    cityOptional: 'Cidade (opcional)',
    taxId: 'Número fiscal',
    taxIdOptional: 'Número fiscal (opcional)',
  },
  kinds: {
    zones: {
      title: 'Zonas',
      lead: 'Cada balcão pertence a uma zona, e cada cliente também. Só se elimina a que nada usa.',
      add: 'Adicionar uma zona',
      change: 'Alterar a zona',
      none: 'Não há nenhuma zona.',
    },
    offices: {
      title: 'Balcões',
      lead: 'Onde as pessoas trabalham e as contas são abertas.',
      add: 'Adicionar um balcão',
      change: 'Alterar o balcão',
      none: 'Não há nenhum balcão.',
      zoneWaits: 'Aqui trabalham pessoas: a zona só muda quando a direção aprovar. O resto é guardado já.',
    },
    subcompanies: {
      title: 'Subempresas',
      lead: 'As empresas do grupo que empregam as pessoas.',
      add: 'Adicionar uma subempresa',
      change: 'Alterar a subempresa',
      none: 'Não há nenhuma subempresa.',
    },
    cancellationReasons: {
      title: 'Motivos de cancelamento',
      lead: 'Porque um cliente quer cancelar antes do tempo. Escolhe-se um ao guardar a simulação.',
      add: 'Adicionar um motivo',
      change: 'Alterar o motivo',
      none: 'Não há nenhum motivo.',
    },
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    reference_added: 'Adiciona um dado de referência',
    reference_changed: 'Altera um dado de referência',
    reference_removed: 'Elimina um dado de referência',
  },
  entities: {
    zone: 'Zona',
    office: 'Balcão',
    subcompany: 'Subempresa',
    cancellation_reason: 'Motivo de cancelamento',
  },
  tasks: {
    office: 'Zona de um escritório',
  },
  changes: {
    officeZone: 'Alterar a zona do escritório {{office}}: de {{from}} para {{to}}',
  },
}
