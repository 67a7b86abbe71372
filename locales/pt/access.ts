export default {
  modules: {
    bt_inicio: 'Início',
    bt_Clientes: 'Clientes',
    bt_TuEquipo: 'A tua equipa',
    bt_Traspasos: 'Transferências de carteira',
    bt_Aprobaciones: 'Aprovações',
    bt_RRHH: 'Recursos humanos',
    bt_AreaPersonal: 'Área pessoal',
    bt_CambioCVL: 'Mudança de CVL',
    bt_ModulosPermisos: 'Módulos e permissões',
    bt_Auditoria: 'Auditoria',
    bt_Ajustes: 'Definições',
  },
  actions: {
    view: 'Ver',
    create: 'Criar',
    edit: 'Editar',
    delete: 'Eliminar',
    export: 'Exportar',
    approve: 'Aprovar',
  },
  scopes: {
    own: 'Próprio',
    team: 'Equipa',
    zone: 'Zona',
    all: 'Tudo',
  },
}
