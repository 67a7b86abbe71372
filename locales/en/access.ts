export default {
  modules: {
    bt_inicio: 'Home',
    bt_Clientes: 'Clients',
    bt_TuEquipo: 'Your team',
    bt_Traspasos: 'Handovers',
    bt_Aprobaciones: 'Approvals',
    bt_RRHH: 'Human resources',
    bt_AreaPersonal: 'Personal area',
    bt_CambioCVL: 'Switch to CVL',
    bt_ModulosPermisos: 'Modules and permissions',
    bt_Auditoria: 'Audit',
    bt_Ajustes: 'Settings',
  },
  actions: {
    view: 'View',
    create: 'Create',
    edit: 'Edit',
    delete: 'Delete',
    export: 'Export',
    approve: 'Approve',
  },
  scopes: {
    own: 'Own',
    team: 'Team',
    zone: 'Zone',
    all: 'All',
  },
}
