#include "harness/cli/commands.h"
namespace heed::cli {
int cmd_list(const Request&) { return 70; }
int cmd_plan(const Request&) { return 70; }
int cmd_explain(const Request&) { return 70; }
int cmd_report(const Request&) { return 70; }
int cmd_doctor(const Request&) { return 70; }
}
