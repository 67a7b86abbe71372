export default {
  title: 'Fotografia',
  set: 'Adicionar uma fotografia',
  change: 'Alterar a fotografia',
  remove: 'Retirar a fotografia',
  file: 'Ficheiro da fotografia',
  hint: 'JPEG, PNG, WebP ou GIF. Poderá enquadrá-la depois. É vista pela sua equipa e pelos Recursos humanos.',
  crop: {
    title: 'Enquadrar a fotografia',
    preview: 'Pré-visualização',
    zoom: 'Zoom',
    x: 'Horizontal',
    y: 'Vertical',
    use: 'Usar esta fotografia',
  },
}

/** What lists of all features say of this one. */
export const words = {
  actions: {
    employee_pictureSet: 'Adiciona uma fotografia de perfil',
    employee_pictureRemoved: 'Retira uma fotografia de perfil',
  },
  auditFields: {
    pictureId: 'Imagem n.º',
  },
}
