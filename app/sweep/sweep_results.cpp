#include "app/sweep/sweep_results.h"

#include "engine/core/quoted.h"

#include <algorithm>
#include <fmt/format.h>

#if defined(SATBOX_HAVE_SQLITE)
#include <SQLiteCpp/SQLiteCpp.h>
#endif

namespace satbox::app {

#if defined(SATBOX_HAVE_SQLITE)

namespace {

namespace fs = std::filesystem;

constexpr int kBusyTimeout = 30'000; // ms, for readers and a writer of the same file
constexpr const char* kOtherColumns = R"("hash" TEXT, "version" TEXT, "failure" TEXT, "seconds" REAL)";

std::string quotedName(std::string_view name) // of a column, for SQL
{
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

void bindValue(SQLite::Statement& statement, int index, const SweepValue& value)
{
    if (const auto* whole = std::get_if<int64_t>(&value))
        statement.bind(index, *whole);
    else if (const auto* number = std::get_if<double>(&value))
        statement.bind(index, *number);
    else if (const auto* text = std::get_if<std::string>(&value))
        statement.bind(index, *text);
    else
        statement.bind(index);
}

SweepValue valueOf(const SQLite::Column& column)
{
    if (column.isNull()) return {};
    if (column.isInteger()) return column.getInt64();
    if (column.isFloat()) return column.getDouble();
    return column.getString();
}

const char* kindText(SweepColumn::Kind kind) { return kind == SweepColumn::Kind::Input ? "input" : "result"; }

// Empty if the file has the tables of a results file, else a message.
std::string checkTables(SQLite::Database& db)
{
    if (!db.tableExists("sweep") || !db.tableExists("runs")) return "no results of a sweep";
    const int version = db.execAndGet("SELECT format FROM sweep").getInt();
    if (version == kSweepResultsVersion) return {};
    return fmt::format("results of format {}, but this program reads format {}", version,
                       kSweepResultsVersion);
}

void createTables(SQLite::Database& db, const Sweep& sweep)
{
    db.exec("CREATE TABLE sweep (format INTEGER, definition TEXT, version TEXT)");
    db.exec("CREATE TABLE scenes (name TEXT PRIMARY KEY, text TEXT)");
    db.exec(
        "CREATE TABLE columns (position INTEGER PRIMARY KEY, name TEXT, kind TEXT, unit TEXT, help TEXT)");
    db.exec("CREATE TABLE todo (run INTEGER PRIMARY KEY)");
    std::string columns;
    for (const SweepColumn& column : sweep.columns()) columns += quotedName(column.name) + ", ";
    db.exec(fmt::format("CREATE TABLE runs (run INTEGER, key INTEGER PRIMARY KEY, {}{})", columns,
                        kOtherColumns));
    db.exec("CREATE INDEX runs_by_number ON runs (run)");
}

void addMissingColumns(SQLite::Database& db, const Sweep& sweep)
{
    std::vector<std::string> known;
    SQLite::Statement names(db, "SELECT name FROM pragma_table_info('runs')");
    while (names.executeStep()) known.push_back(names.getColumn(0).getString());
    for (const SweepColumn& column : sweep.columns())
        if (std::find(known.begin(), known.end(), column.name) == known.end())
            db.exec("ALTER TABLE runs ADD COLUMN " + quotedName(column.name));
}

void writeSource(SQLite::Database& db, const Sweep& sweep)
{
    for (const char* table : {"sweep", "scenes", "columns", "todo"})
        db.exec(std::string("DELETE FROM ") + table);
    SQLite::Statement insert(db, "INSERT INTO sweep VALUES (?, ?, ?)");
    insert.bind(1, kSweepResultsVersion);
    insert.bind(2, sweep.source().definition);
    insert.bind(3, sweep.version());
    insert.exec();
    SQLite::Statement scene(db, "INSERT INTO scenes VALUES (?, ?)");
    for (const SweepSceneText& each : sweep.source().scenes) {
        scene.bind(1, each.name);
        scene.bind(2, each.text);
        scene.exec();
        scene.reset();
    }
    SQLite::Statement column(db, "INSERT INTO columns (name, kind, unit, help) VALUES (?, ?, ?, ?)");
    for (const SweepColumn& each : sweep.columns()) {
        column.bind(1, each.name);
        column.bind(2, std::string(kindText(each.kind)));
        column.bind(3, each.unit);
        column.bind(4, each.help);
        column.exec();
        column.reset();
    }
}

// Rows of runs that are part of the sweep get its numbers.
void numberRunsOf(SQLite::Database& db, const Sweep& sweep)
{
    db.exec("UPDATE runs SET run = NULL");
    SQLite::Statement number(db, "UPDATE runs SET run = ? WHERE key = ?");
    for (size_t run = 0; run < sweep.runCount(); ++run) {
        number.bind(1, static_cast<int64_t>(run));
        number.bind(2, static_cast<int64_t>(sweep.keyOf(run)));
        number.exec();
        number.reset();
    }
}

} // namespace

struct SweepResults::Database {
    std::string path;
    SQLite::Database db;

    Database(const fs::path& file, int flags)
        : path(printablePath(file)), db(file.string(), flags, kBusyTimeout)
    {}

    // Calls fn; turns exceptions of SQLite into a message.
    template<class Fn>
    std::string tryTo(Fn&& fn)
    {
        try {
            fn();
        } catch (const SQLite::Exception& error) {
            return fmt::format("{}: {}", path, printable(error.what(), kMaxPathLength));
        }
        return {};
    }
};

SweepResults::SweepResults() = default;
SweepResults::~SweepResults() = default;
SweepResults::SweepResults(SweepResults&&) noexcept = default;
SweepResults& SweepResults::operator=(SweepResults&&) noexcept = default;

namespace {

// Opens the file with make(), which may throw.
template<class Make>
std::string tryToOpen(const fs::path& path, Make&& make)
{
    try {
        const std::string message = make();
        return message.empty() ? message : printablePath(path) + ": " + message;
    } catch (const SQLite::Exception& error) {
        return fmt::format("{}: {}", printablePath(path), printable(error.what(), kMaxPathLength));
    }
}

} // namespace

std::string SweepResults::open(const fs::path& path)
{
    std::error_code ignored;
    if (!fs::exists(path, ignored)) return printablePath(path) + ": there is no such file";
    return tryToOpen(path, [&] {
        // SQLite itself falls back to reading only if the file is write-protected.
        database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE);
        return checkTables(database_->db);
    });
}

std::string SweepResults::create(const fs::path& path, const Sweep& sweep)
{
    return tryToOpen(path, [&]() -> std::string {
        database_ = std::make_unique<Database>(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        SQLite::Database& db = database_->db;
        SQLite::Transaction transaction(db, SQLite::TransactionBehavior::IMMEDIATE);
        const bool isEmpty = db.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
        if (isEmpty) {
            createTables(db, sweep);
        } else {
            if (std::string message = checkTables(db); !message.empty()) return message;
            addMissingColumns(db, sweep);
        }
        writeSource(db, sweep);
        if (!isEmpty) numberRunsOf(db, sweep);
        transaction.commit();
        return {};
    });
}

std::string SweepResults::readSource(SweepSource& source)
{
    return database_->tryTo([&] {
        source = {};
        source.definition = database_->db.execAndGet("SELECT definition FROM sweep").getString();
        SQLite::Statement scenes(database_->db, "SELECT name, text FROM scenes ORDER BY rowid");
        while (scenes.executeStep())
            source.scenes.push_back({scenes.getColumn(0).getString(), scenes.getColumn(1).getString()});
    });
}

std::string SweepResults::readVersion(std::string& version)
{
    return database_->tryTo(
        [&] { version = database_->db.execAndGet("SELECT version FROM sweep").getString(); });
}

std::string SweepResults::readColumns(std::vector<SweepColumn>& columns)
{
    return database_->tryTo([&] {
        columns.clear();
        SQLite::Statement rows(database_->db, "SELECT name, kind, unit, help FROM columns ORDER BY position");
        while (rows.executeStep()) {
            const bool isInput = rows.getColumn(1).getString() == kindText(SweepColumn::Kind::Input);
            columns.push_back({rows.getColumn(0).getString(),
                               isInput ? SweepColumn::Kind::Input : SweepColumn::Kind::Result,
                               rows.getColumn(2).getString(), rows.getColumn(3).getString()});
        }
    });
}

std::string SweepResults::readRuns(std::vector<size_t>& runs)
{
    return database_->tryTo([&] {
        runs.clear();
        SQLite::Statement rows(database_->db, "SELECT run FROM runs WHERE run IS NOT NULL ORDER BY run");
        while (rows.executeStep()) runs.push_back(static_cast<size_t>(rows.getColumn(0).getInt64()));
    });
}

std::string SweepResults::readRows(std::span<const std::string> columns, const RowFn& fn)
{
    return database_->tryTo([&] {
        std::string names = "run";
        for (const std::string& column : columns) names += ", " + quotedName(column);
        SQLite::Statement rows(database_->db,
                               fmt::format("SELECT {} FROM runs WHERE run IS NOT NULL ORDER BY run", names));
        std::vector<SweepValue> values(columns.size());
        while (rows.executeStep()) {
            for (size_t i = 0; i < columns.size(); ++i)
                values[i] = valueOf(rows.getColumn(static_cast<int>(i) + 1));
            fn(static_cast<size_t>(rows.getColumn(0).getInt64()), values);
        }
    });
}

std::string SweepResults::addRows(const Sweep& sweep, std::span<const SweepRow> rows)
{
    if (rows.empty()) return {};
    return database_->tryTo([&] {
        const std::vector<SweepColumn> columns = sweep.columns();
        std::string names = "run, key", places = "?, ?";
        for (const SweepColumn& column : columns) {
            names += ", " + quotedName(column.name);
            places += ", ?";
        }
        SQLite::Transaction transaction(database_->db, SQLite::TransactionBehavior::IMMEDIATE);
        SQLite::Statement insert(
            database_->db, fmt::format("INSERT OR IGNORE INTO runs ({}, hash, version, failure, seconds) "
                                       "VALUES ({}, ?, ?, ?, ?)",
                                       names, places));
        const int inputs = static_cast<int>(sweep.definition().inputs.size());
        const int all = static_cast<int>(columns.size());
        for (const SweepRow& row : rows) {
            insert.bind(1, static_cast<int64_t>(row.run));
            insert.bind(2, static_cast<int64_t>(row.key));
            int at = 3;
            for (const SweepValue& value : row.inputs) bindValue(insert, at++, value);
            for (const SweepValue& value : row.results) bindValue(insert, at++, value);
            for (at = 3 + inputs + static_cast<int>(row.results.size()); at < 3 + all; ++at) insert.bind(at);
            const bool hasResults = !row.results.empty();
            bindValue(insert, 3 + all,
                      hasResults ? SweepValue(fmt::format("{:016x}", row.hash)) : SweepValue());
            insert.bind(4 + all, sweep.version());
            bindValue(insert, 5 + all, row.failure.empty() ? SweepValue() : SweepValue(row.failure));
            insert.bind(6 + all, row.seconds);
            insert.exec();
            insert.reset();
        }
        transaction.commit();
    });
}

std::string SweepResults::writeTodo(std::span<const size_t> runs)
{
    return database_->tryTo([&] {
        SQLite::Transaction transaction(database_->db);
        database_->db.exec("DELETE FROM todo");
        SQLite::Statement insert(database_->db, "INSERT INTO todo VALUES (?)");
        for (const size_t run : runs) {
            insert.bind(1, static_cast<int64_t>(run));
            insert.exec();
            insert.reset();
        }
        transaction.commit();
    });
}

std::string SweepResults::readTodo(std::vector<size_t>& runs)
{
    return database_->tryTo([&] {
        runs.clear();
        SQLite::Statement rows(database_->db, "SELECT run FROM todo ORDER BY run");
        while (rows.executeStep()) runs.push_back(static_cast<size_t>(rows.getColumn(0).getInt64()));
    });
}

std::string SweepResults::addRowsOf(const Sweep& sweep, const fs::path& other)
{
    {
        SweepResults task; // a damaged file gets a message that names it
        if (std::string message = task.open(other); !message.empty()) return message;
    }
    return database_->tryTo([&] {
        SQLite::Database& db = database_->db;
        std::string names = "key, hash, version, failure, seconds";
        for (const SweepColumn& column : sweep.columns()) names += ", " + quotedName(column.name);
        SQLite::Statement attach(db, "ATTACH ? AS task");
        attach.bind(1, other.string());
        attach.exec();
        { // ends before DETACH
            SQLite::Statement version(
                db, fmt::format("INSERT OR IGNORE INTO runs ({0}) SELECT {0} FROM task.runs "
                                "WHERE version = ?",
                                names));
            version.bind(1, sweep.version());
            version.exec();
        }
        db.exec("DETACH task");
    });
}

std::string SweepResults::numberRows(const Sweep& sweep)
{
    return database_->tryTo([&] {
        SQLite::Transaction transaction(database_->db, SQLite::TransactionBehavior::IMMEDIATE);
        numberRunsOf(database_->db, sweep);
        transaction.commit();
    });
}

bool hasSweepResults() { return true; }

#else

struct SweepResults::Database {};

SweepResults::SweepResults() = default;
SweepResults::~SweepResults() = default;
SweepResults::SweepResults(SweepResults&&) noexcept = default;
SweepResults& SweepResults::operator=(SweepResults&&) noexcept = default;

namespace {

std::string noSqlite(const std::filesystem::path& path)
{
    return printablePath(path) +
           ": this program was built without SQLite, which stores the results of sweeps; install "
           "SQLiteCpp (Debian: libsqlitecpp-dev) and build it again";
}

} // namespace

std::string SweepResults::open(const std::filesystem::path& path) { return noSqlite(path); }
std::string SweepResults::create(const std::filesystem::path& path, const Sweep&) { return noSqlite(path); }
std::string SweepResults::readSource(SweepSource&) { return noSqlite({}); }
std::string SweepResults::readVersion(std::string&) { return noSqlite({}); }
std::string SweepResults::readColumns(std::vector<SweepColumn>&) { return noSqlite({}); }
std::string SweepResults::readRuns(std::vector<size_t>&) { return noSqlite({}); }
std::string SweepResults::readRows(std::span<const std::string>, const RowFn&) { return noSqlite({}); }
std::string SweepResults::addRows(const Sweep&, std::span<const SweepRow>) { return noSqlite({}); }
std::string SweepResults::writeTodo(std::span<const size_t>) { return noSqlite({}); }
std::string SweepResults::readTodo(std::vector<size_t>&) { return noSqlite({}); }
std::string SweepResults::addRowsOf(const Sweep&, const std::filesystem::path&) { return noSqlite({}); }
std::string SweepResults::numberRows(const Sweep&) { return noSqlite({}); }

bool hasSweepResults() { return false; }

#endif

} // namespace satbox::app
