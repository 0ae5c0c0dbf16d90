//go:build tools

package tools

import _ "github.com/aws/session-manager-plugin/src/sessionmanagerplugin-main"
