/** Valid names of log groups. */
export const GROUP_NAME = /^[.\-_/#A-Za-z0-9]{1,512}$/;
